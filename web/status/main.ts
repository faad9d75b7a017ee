import "./css/status.css";
import { bringAliveSlowly } from "./live/alive.ts";
import { followLive } from "./live/follow_live.ts";
import { startNumbers } from "./live/numbers_start.ts";
import { findSession, startSigningOut } from "./live/signed_in.ts";
import { readState, rootOf, stateOfPage } from "./live/state.ts";
import { closeMenus } from "./menus.ts";
import { startSubscribing } from "./subscribe/start.ts";
import { startSwitchingTheme } from "./theme.ts";
import { startTips } from "./tips/start.ts";

/** The only script that every visitor loads: features load when they are used. */
readState(document);
const isCopy = stateOfPage().copy !== undefined;
closeMenus();
startSwitchingTheme();
startSigningOut();
if (!isCopy) startSubscribing();
if (rootOf()) {
  startTips();
  startNumbers();
  bringAliveSlowly();
  if (isCopy) import("./live/follow_copy.ts").then(({ followCopy }) => followCopy());
  // In a task of its own: a slow machine can respond to input in between.
  else setTimeout(followLive);
  if (!isCopy) findSession();
}
