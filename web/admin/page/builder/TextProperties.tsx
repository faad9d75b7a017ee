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

export function GroupFields(props: KindProps<GroupNode>) {
  const { languages } = useBuilder();
  return (
    <>
      <Field label={fields.label} error={props.problem("label")}>
        <TextInput
          value={props.node().label}
          maxlength={200}
          autocomplete="off"
          onInput={(label) => props.set({ label })}
        />
      </Field>
      <LanguageTabs
        languages={languages}
        locales={props.node().locales}
        onChange={(locales) => props.set({ locales })}
      >
        {({ code, words, change, label }) => (
          <Field
            label={label(fields.label)}
            hint={text.hint}
            error={props.problem(`locales.${code}.label` as "locales")}
          >
            <TextInput
              value={words()["label"] ?? ""}
              maxlength={200}
              autocomplete="off"
              onInput={(value) => change("label", value)}
            />
          </Field>
        )}
      </LanguageTabs>
      <Switch
        label={fields.collapsible}
        isOn={props.node().collapsible}
        onChange={(collapsible) => props.set({ collapsible })}
      />
    </>
  );
}

export function TextFields(props: KindProps<TextNode>) {
  const { languages } = useBuilder();
  return (
    <>
      <Field label={fields.name} hint={fields.nameHint} error={props.problem("name")}>
        <TextInput
          value={props.node().name}
          maxlength={200}
          autocomplete="off"
          onInput={(name) => props.set({ name })}
        />
      </Field>
      <Field label={fields.markdown} hint={fields.markdownHint} error={props.problem("markdown")}>
        <TextArea rows={8} value={props.node().markdown} onInput={(markdown) => props.set({ markdown })} />
      </Field>
      <LanguageTabs
        languages={languages}
        locales={props.node().locales}
        onChange={(locales) => props.set({ locales })}
      >
        {({ code, words, change, label }) => (
          <Field
            label={label(fields.markdown)}
            hint={text.hint}
            error={props.problem(`locales.${code}.markdown` as "locales")}
          >
            <TextArea
              rows={6}
              value={words()["markdown"] ?? ""}
              onInput={(value) => change("markdown", value)}
            />
          </Field>
        )}
      </LanguageTabs>
    </>
  );
}

export function IncidentsFields(props: KindProps<IncidentsNode>) {
  return (
    <>
      <Field label={fields.limit} error={props.problem("limit")}>
        <NumberInput
          value={props.node().limit}
          unit={fields.limitUnit}
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
