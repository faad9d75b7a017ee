import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { AgentField } from "./AgentField.tsx";
import { typeOptions } from "./type_options.ts";
import type { MonitorValues } from "./values.ts";

export function WhatSection(props: {
  form: Form<MonitorValues>;
  types: readonly MonitorType[];
  isNew: boolean;
  onType: (type: string) => void;
}) {
  return (
    <Section title={text.what.title} lead={text.what.lead}>
      <div class="stack">
        <Field label={text.name} error={props.form.problem("name")}>
          <TextInput
            value={props.form.values.name}
            autocomplete="off"
            maxlength={200}
            placeholder={text.namePlaceholder}
            onInput={props.form.set("name")}
          />
        </Field>
        <Field
          label={text.type}
          hint={props.isNew ? undefined : text.typeHint}
          error={props.form.problem("type")}
        >
          <Select
            value={props.form.values.type}
            options={typeOptions(props.types)}
            onChange={(type) => props.onType(type)}
          />
        </Field>
        <AgentField form={props.form} />
      </div>
    </Section>
  );
}
