import type { Form } from "../../../lib/form.ts";
import { sayServed } from "../../../lib/served.ts";
import { Field } from "../../../ui/Field.tsx";
import { IconTiles } from "../../../ui/IconTiles.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { TypeIcon } from "../../live/TypeIcon.tsx";
import { text } from "../../text/monitor_form.ts";
import { COMMON_TYPES, isCommonType, typeOptions } from "./type_options.ts";
import type { MonitorValues } from "./values.ts";

export function TypeField(props: {
  form: Form<MonitorValues>;
  types: readonly MonitorType[];
  isNew: boolean;
  onType: (type: string) => void;
}) {
  const tiles = () =>
    COMMON_TYPES.flatMap((name) => props.types.find(({ type }) => type === name) ?? []).map(
      ({ type, label }) => ({ value: type, label: sayServed(label) }),
    );
  const others = () => typeOptions(props.types.filter(({ type }) => !isCommonType(type)));
  const isOther = () => !isCommonType(props.form.values.type);
  return (
    <div class="type-choice">
      <IconTiles
        legend={text.type}
        value={props.form.values.type}
        tiles={tiles()}
        icon={(type) => <TypeIcon type={type} />}
        hint={props.isNew ? undefined : text.typeHint}
        error={props.form.problem("type")}
        onChange={props.onType}
      />
      <Field label={text.otherTypes} isLabelHidden>
        <Select
          value={isOther() ? props.form.values.type : ""}
          options={[...(isOther() ? [] : [{ value: "", label: text.otherTypes }]), ...others()]}
          onChange={props.onType}
        />
      </Field>
    </div>
  );
}
