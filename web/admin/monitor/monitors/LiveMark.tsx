import { isAway, lostSince } from "../../../lib/connection.ts";
import { formatMoment } from "../../../lib/time.ts";
import { text } from "../../text/monitor.ts";

/** Whether what is shown follows every check right now, and since when it doesn't. */
export function LiveMark(props: { isLive: boolean }) {
  const words = () => {
    if (isAway()) return text.asOf(formatMoment(lostSince() ?? Date.now()));
    return props.isLive ? text.live : text.reconnecting;
  };
  return (
    <span class={props.isLive && !isAway() ? "live live--on" : "live"} role="status">
      {words()}
    </span>
  );
}
