import { For, Show } from "solid-js";
import type { PlaceResult } from "../../../../src/schema/location.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/place.ts";
import { PlaceMark } from "../monitors/PlaceMark.tsx";
import { placeName } from "../place_name.ts";

export function TriedPlaces(props: { places: readonly PlaceResult[] }) {
  return (
    <div>
      <p class="field__label">{text.tried}</p>
      <ul class="tried plain">
        <For each={props.places}>
          {(one) => (
            <li class="tried__one">
              <span class="strong">{placeName(one.place)}</span>
              <PlaceMark status={one.status} />
              <span class="small soft">
                {one.responseMs === null ? text.card.none : monitorText.ms(one.responseMs)}
              </span>
              <Show when={one.status !== "up"}>
                <span class="small soft break tried__why">{one.message}</span>
              </Show>
            </li>
          )}
        </For>
      </ul>
    </div>
  );
}
