import type { ShownStatus } from "../../../src/schema/shown_status.ts";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/monitor.ts";
import { STATUS_ICONS, STATUS_TONES } from "./status_look.ts";

export function StatusMark(props: { status: ShownStatus; isLarge?: boolean }) {
  return (
    <span class={`status status--${STATUS_TONES[props.status]}${props.isLarge ? " status--large" : ""}`}>
      <Icon name={STATUS_ICONS[props.status]} />
      {text.statuses[props.status]}
    </span>
  );
}
