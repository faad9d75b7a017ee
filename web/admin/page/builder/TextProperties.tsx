import type { JSX } from "solid-js";
import type { GroupNode, IncidentsNode, TextNode } from "../../../../src/schema/layout.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/language_words.ts";
import { LanguageTabs } from "../words/LanguageTabs.tsx";
import { useBuilder } from "./context.ts";
import { FILTERS, fields, type KindProps } from "./property_options.ts";

function PartWords(
  props: Pick<Parameters<typeof LanguageTabs>[0], "locales" | "onChange"> & {
    part: "label" | "markdown";
    problem: (setting: "locales") => string | undefined;
    children: (value: () => string, onInput: (value: string) => void) => JSX.Element;
  },
) {
  const { languages } = useBuilder();
  return (
    <LanguageTabs languages={languages} locales={props.locales} onChange={(all) => props.onChange(all)}>
      {({ code, words, change, label }) => (
        <Field
          label={label(fields[props.part])}
          hint={text.hint}
          error={props.problem(`locales.${code}.${props.part}` as "locales")}
        >
          {props.children(
            () => words()[props.part] ?? "",
            (value) => change(props.part, value),
          )}
        </Field>
      )}
    </LanguageTabs>
  );
}

export function GroupFields(props: KindProps<GroupNode>) {
  return (
    <>
      <Field label={fields.label} error={props.problem("label")}>
        <TextInput value={props.node().label} autocomplete="off" onInput={(label) => props.set({ label })} />
      </Field>
      <PartWords
        part="label"
        locales={props.node().locales}
        problem={props.problem}
        onChange={(locales) => props.set({ locales })}
      >
        {(value, onInput) => <TextInput value={value()} autocomplete="off" onInput={onInput} />}
      </PartWords>
      <Switch
        label={fields.collapsible}
        isOn={props.node().collapsible}
        onChange={(collapsible) => props.set({ collapsible })}
      />
    </>
  );
}

export function TextFields(props: KindProps<TextNode>) {
  return (
    <>
      <Field label={fields.name} hint={fields.nameHint} error={props.problem("name")}>
        <TextInput value={props.node().name} autocomplete="off" onInput={(name) => props.set({ name })} />
      </Field>
      <Field label={fields.markdown} hint={fields.markdownHint} error={props.problem("markdown")}>
        <TextArea rows={8} value={props.node().markdown} onInput={(markdown) => props.set({ markdown })} />
      </Field>
      <PartWords
        part="markdown"
        locales={props.node().locales}
        problem={props.problem}
        onChange={(locales) => props.set({ locales })}
      >
        {(value, onInput) => <TextArea rows={6} value={value()} onInput={onInput} />}
      </PartWords>
    </>
  );
}

export function IncidentsFields(props: KindProps<IncidentsNode>) {
  return (
    <>
      <Field label={fields.limit} error={props.problem("limit")}>
        <NumberInput
          value={props.node().limit}
          unit={fields.limitUnit(Number(props.node().limit))}
          onInput={(limit) => props.set({ limit: limit as number })}
        />
      </Field>
      <Field label={fields.filter}>
        <Select
          value={props.node().filter}
          options={FILTERS}
          onChange={(filter) => props.set({ filter: filter as IncidentsNode["filter"] })}
        />
      </Field>
    </>
  );
}
