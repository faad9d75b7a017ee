import { text } from "../text/monitors.ts";

/** Whether what is shown follows every check right now. */
export function LiveMark(props: { isLive: boolean }) {
  return (
    <span class={props.isLive ? "live live--on" : "live"} role="status">
      {props.isLive ? text.live : text.reconnecting}
    </span>
  );
}
