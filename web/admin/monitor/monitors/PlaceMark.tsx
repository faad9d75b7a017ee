import type { PlaceResult } from "../../../../src/schema/location.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { text } from "../../text/place.ts";
import { STATUS_ICONS, STATUS_TONES } from "./status.ts";

export function PlaceMark(props: { status: PlaceResult["status"] }) {
  const shown = () => (props.status === "silent" ? "pending" : props.status);
  return (
    <span class={`status status--${STATUS_TONES[shown()]}`}>
      <Icon name={STATUS_ICONS[shown()]} />
      {text.statuses[props.status]}
    </span>
  );
}
