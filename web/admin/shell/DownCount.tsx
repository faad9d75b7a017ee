import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import { now } from "../../lib/clock.ts";
import { isAway } from "../../lib/connection.ts";
import { currentUser } from "../../lib/session.ts";
import { setTabMark } from "../../lib/tab.ts";
import { JUST_NOW_MS } from "../../lib/time.ts";
import { followMonitors } from "../live/monitors.ts";
import { isFailing, shownStatus } from "../live/shown_status.ts";
import { mayUse } from "../route/pages.ts";
import { followOpenIncidents, setFailing } from "./nav_counts.ts";

const AFTER_MS = 1200;
const UNKNOWN = "?";

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
    setFailing(monitors.entries().filter((entry) => isFailing(entry.peek())).length);
    if (isSilent()) setTabMark(UNKNOWN);
    else setTabMark(down === 0 ? "" : String(down));
  });
  followOpenIncidents();
  onCleanup(() => setTabMark(""));
  return null;
}
