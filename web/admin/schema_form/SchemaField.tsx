import { Switch as Case, createMemo, Match, Show } from "solid-js";
import { problemIn } from "../../lib/problems.ts";
import { sayServed } from "../../lib/served.ts";
import { wordsOf } from "../../lib/words.ts";
import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { PlaceholderHelp } from "../../ui/PlaceholderHelp.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { type SchemaFieldProps, useSchemaForm } from "./context.ts";
import { ListField } from "./ListField.tsx";
import { GroupField, UnionField } from "./nested_fields.tsx";
import { emptyOf, kindOf, takesNumbers } from "./node.ts";
import { PairsField } from "./PairsField.tsx";
import { labelOf } from "./setting_label.ts";

export function SchemaField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const kind = createMemo(() => kindOf(props.node));
  const label = () => labelOf(props.name, props.node);
  const hint = () => sayServed(props.node.description);
  const error = () => problemIn(form.problems(), props.path);
  const example = () => {
    const [first] = props.node.examples ?? [];
    return first === undefined ? undefined : String(first);
  };
  const value = () => String(props.value ?? "");
  const isFilled = () => /placeholders?\b/i.test(props.node.description ?? "") && kind() !== "secret";
  const isNested = () => ["group", "union", "list", "pairs"].includes(kind());

  return (
    <Case
      fallback={
        <Field label={label()} hint={hint()} error={error()}>
          <Case
            fallback={
              <TextInput
                value={value()}
                autocomplete="off"
                spellcheck={false}
                inputmode={props.node.format === "uri" ? "url" : undefined}
                placeholder={example()}
                onInput={(typed) => props.onChange(takesNumbers(props.node) ? toScalar(typed) : typed)}
              />
            }
          >
            <Match when={kind() === "choice"}>
              <Select
                value={value()}
                options={(props.node.enum ?? []).map((one) => ({
                  value: String(one),
                  label: sayServed(props.node["x-labels"]?.[String(one)] ?? wordsOf(String(one))),
                }))}
                onChange={props.onChange}
              />
            </Match>
            <Match when={kind() === "number"}>
              <NumberInput
                value={props.value as number | null}
                onInput={(typed) => props.onChange(typed ?? emptyOf(props.node))}
              />
            </Match>
            <Match when={kind() === "secret"}>
              <SecretInput value={value()} onInput={props.onChange} />
            </Match>
            <Match when={kind() === "code"}>
              <TextArea value={value()} rows={8} isMono onInput={props.onChange} />
            </Match>
            <Match when={kind() === "area"}>
              <TextArea value={value()} rows={3} onInput={props.onChange} />
            </Match>
            <Match when={kind() === "lines"}>
              <TextArea
                value={Array.isArray(props.value) ? props.value.join("\n") : value()}
                onInput={(typed) => props.onChange(typed.split("\n").filter(Boolean))}
              />
            </Match>
          </Case>
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

function toScalar(typed: string): string | number {
  return /^(0|[1-9]\d{0,8})$/.test(typed.trim()) ? Number(typed) : typed;
}
