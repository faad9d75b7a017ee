import type { PlaceResult } from "../../../../src/schema/location.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { STATUS_ICONS, STATUS_TONES } from "../../live/status_look.ts";
import { text } from "../../text/place.ts";

export function PlaceMark(props: { status: PlaceResult["status"] }) {
  const shown = () => (props.status === "silent" ? "pending" : props.status);
  return (
    <span class={`status status--${STATUS_TONES[shown()]}`}>
      <Icon name={STATUS_ICONS[shown()]} />
      {text.statuses[props.status]}
    </span>
  );
}
