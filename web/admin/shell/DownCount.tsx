import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import { now } from "../../lib/clock.ts";
import { isAway } from "../../lib/connection.ts";
import { currentUser } from "../../lib/session.ts";
import { setTabMark } from "../../lib/tab.ts";
import { JUST_NOW_MS } from "../../lib/time.ts";
import { shownStatus } from "../monitor/monitors/shown.ts";
import { followMonitors } from "../monitor/monitors/store.ts";
import { mayUse } from "../route/pages.ts";

/** What a page shows comes first. */
const AFTER_MS = 1200;
const UNKNOWN = "?";

/** Keeps the number of monitors that are down in the tab's title and icon, on whichever page somebody is. */
export function DownCount() {
  const [isTime, setIsTime] = createSignal(false);
  onMount(() => {
    const timer = setTimeout(() => setIsTime(true), AFTER_MS);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <Show when={isTime() && mayUse(currentUser().role, "monitors")}>
      <Follow />
    </Show>
  );
}

function Follow() {
  const monitors = followMonitors();
  const isSilent = () => {
    const since = monitors.silentSince();
    return isAway() || (since !== null && now() - since >= JUST_NOW_MS);
  };
  createEffect(() => {
    if (!monitors.isLoaded()) return;
    monitors.round();
    const down = monitors.entries().filter((entry) => shownStatus(entry.peek()) === "down").length;
    // A number that nobody can vouch for is no number.
    if (isSilent()) setTabMark(UNKNOWN);
    else setTabMark(down === 0 ? "" : String(down));
  });
  onCleanup(() => setTabMark(""));
  return null;
}
