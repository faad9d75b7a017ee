import { createUniqueId, For } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { sayServed } from "../../../lib/served.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { TypeIcon } from "../../live/TypeIcon.tsx";
import { text } from "../../text/monitor_form.ts";
import { COMMON_TYPES, typeOptions } from "./type_options.ts";
import type { MonitorValues } from "./values.ts";

export function TypeField(props: {
  form: Form<MonitorValues>;
  types: readonly MonitorType[];
  isNew: boolean;
  onType: (type: string) => void;
}) {
  const group = createUniqueId();
  const common = () => COMMON_TYPES.flatMap((name) => props.types.find(({ type }) => type === name) ?? []);
  return (
    <Field
      label={text.type}
      hint={props.isNew ? undefined : text.typeHint}
      error={props.form.problem("type")}
    >
      <div class="types" role="radiogroup" aria-label={text.commonTypes}>
        <For each={common()}>
          {({ type, label }) => (
            <label class="type">
              <input
                type="radio"
                class="visually-hidden"
                name={group}
                checked={props.form.values.type === type}
                onChange={() => props.onType(type)}
              />
              <TypeIcon type={type} />
              <span class="type__label">{sayServed(label)}</span>
            </label>
          )}
        </For>
      </div>
      <Select value={props.form.values.type} options={typeOptions(props.types)} onChange={props.onType} />
    </Field>
  );
}
