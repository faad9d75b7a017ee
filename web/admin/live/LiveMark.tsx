import { now } from "../../lib/clock.ts";
import { isAway, lostSince } from "../../lib/connection.ts";
import { formatMoment, JUST_NOW_MS } from "../../lib/time.ts";
import { text } from "../text/monitor.ts";
import { monitors } from "./monitors.ts";

export function LiveMark(props: { isLive: boolean }) {
  const shown = () => {
    if (isAway())
      return { look: "live live--away", words: text.asOf(formatMoment(lostSince() ?? Date.now())) };
    if (props.isLive) return { look: "live live--on", words: text.live };
    const since = monitors.silentSince();
    if (since === null || now() - since < JUST_NOW_MS) return { look: "live", words: text.reconnecting };
    return { look: "live live--lost", words: text.silent(formatMoment(since)) };
  };
  return (
    <span class={shown().look} role="status">
      {shown().words}
    </span>
  );
}
