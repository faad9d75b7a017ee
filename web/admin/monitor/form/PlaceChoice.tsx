import { For } from "solid-js";
import {
  agentAt,
  isRegion,
  LOCATIONS,
  type Location,
  locationOfAgent,
} from "../../../../src/schema/place.ts";
import { createLoad } from "../../../lib/load.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { listAgentNames } from "../../api/agent.ts";
import { text } from "../../text/place.ts";

/** Regions, and all agents but the one that checks the monitor already. */
export function PlaceChoice(props: {
  chosen: readonly Location[];
  agent: string | null;
  onChange: (chosen: Location[]) => void;
}) {
  const known = createLoad(listAgentNames);
  const agents = () => {
    const others = (known.data() ?? []).filter(({ key }) => key !== props.agent);
    const locations = others.map(({ key, name }) => ({ location: locationOfAgent(key), name }));
    const isListed = (one: Location) => locations.some(({ location }) => location === one);
    const unlisted = props.chosen.filter((one) => !isRegion(one) && !isListed(one));
    return [...locations, ...unlisted.map((location) => ({ location, name: agentAt(location) ?? "" }))];
  };
  const choices = () => [
    ...LOCATIONS.map((region) => ({ location: region, label: text.withCode(text.names[region], region) })),
    ...agents().map(({ location, name }) => ({ location, label: text.agent(name) })),
  ];

  function choose(location: Location, isChosen: boolean): void {
    const rest = props.chosen.filter((one) => one !== location);
    props.onChange(isChosen ? [...rest, location] : rest);
  }

  return (
    <div class="places">
      <For each={choices()}>
        {({ location, label }) => (
          <Checkbox
            label={label}
            isChecked={props.chosen.includes(location)}
            onChange={(isChosen) => choose(location, isChosen)}
          />
        )}
      </For>
    </div>
  );
}
