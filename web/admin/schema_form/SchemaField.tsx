import { Switch as Case, createMemo, Match, Show } from "solid-js";
import { problemIn } from "../../lib/problems.ts";
import { sayServed } from "../../lib/served.ts";
import { Field } from "../../ui/Field.tsx";
import { PlaceholderHelp } from "../../ui/PlaceholderHelp.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { type SchemaFieldProps, useSchemaForm } from "./context.ts";
import { ListField } from "./ListField.tsx";
import { GroupField, UnionField } from "./nested_fields.tsx";
import { kindOf } from "./node.ts";
import { PairsField } from "./PairsField.tsx";
import { PlainInput } from "./PlainInput.tsx";
import { labelOf } from "./setting_label.ts";

export function SchemaField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const kind = createMemo(() => kindOf(props.node));
  const label = () => labelOf(props.name, props.node);
  const hint = () => sayServed(props.node.description);
  const error = () => problemIn(form.problems(), props.path);
  const value = () => String(props.value ?? "");
  const isFilled = () => /placeholders?\b/i.test(props.node.description ?? "") && kind() !== "secret";
  const isNested = () => ["group", "union", "list", "pairs"].includes(kind());

  return (
    <Case
      fallback={
        <Field label={label()} hint={hint()} error={error()}>
          <PlainInput {...props} kind={kind()} />
          <Show when={isFilled() && form.fillers}>
            {(known) => <PlaceholderHelp value={value()} known={known()} path={props.path} />}
          </Show>
        </Field>
      }
    >
      <Match when={kind() === "switch"}>
        <Switch
          label={label()}
          hint={hint()}
          error={error()}
          isOn={props.value === true}
          onChange={props.onChange}
        />
      </Match>
      <Match when={isNested()}>
        <Case>
          <Match when={kind() === "pairs"}>
            <PairsField {...props} label={label()} />
          </Match>
          <Match when={kind() === "group"}>
            <GroupField {...props} label={label()} />
          </Match>
          <Match when={kind() === "union"}>
            <UnionField {...props} label={label()} />
          </Match>
          <Match when={kind() === "list"}>
            <ListField {...props} label={label()} />
          </Match>
        </Case>
      </Match>
    </Case>
  );
}
