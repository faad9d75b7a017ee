import { createMemo, For, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { COMPONENT_STATUSES } from "../../../../src/schema/incident_status.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/incident_component.ts";
import { type ComponentChoices, statusByImpact } from "./component_words.ts";

const STATUSES = COMPONENT_STATUSES.map((value) => ({ value, label: text.statuses[value] }));

export function ComponentFields(props: {
  monitorIds: readonly number[];
  impact: Incident["impact"];
  said?: Incident["components"];
  choices: ComponentChoices;
  error?: string | undefined;
  onChange: (choices: ComponentChoices) => void;
}) {
  const monitors = followMonitors();
  const nameOf = (id: number) => {
    monitors.round();
    return monitors.find(id)?.peek().name ?? `#${id}`;
  };
  const standing = (id: number) => {
    const said = props.said?.find(({ monitorId }) => monitorId === id);
    return said
      ? text.asBefore(text.statuses[said.status])
      : text.byImpact(text.statuses[statusByImpact(props.impact)]);
  };
  const ids = createMemo(() => [...props.monitorIds]);
  return (
    <Show when={ids().length > 0}>
      <Disclosure label={text.title} isOpen={Object.values(props.choices).some(Boolean)}>
        <div class="stack">
          <p class="field__hint">{text.hint}</p>
          <div class="fields">
            <For each={ids()}>
              {(id) => (
                <Field label={nameOf(id)} error={props.error}>
                  <Select
                    value={props.choices[id] ?? ""}
                    options={[{ value: "", label: standing(id) }, ...STATUSES]}
                    onChange={(status) => props.onChange({ ...props.choices, [id]: status })}
                  />
                </Field>
              )}
            </For>
          </div>
        </div>
      </Disclosure>
    </Show>
  );
}
