import { Show, untrack } from "solid-js";
import { isProbed } from "../../../../src/domain/monitor/rule.ts";
import type { Form } from "../../../lib/form.ts";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { AgentField } from "./AgentField.tsx";
import { ConfigFields } from "./ConfigFields.tsx";
import { DomainNotice } from "./DomainNotice.tsx";
import { KnownPageField } from "./KnownPageField.tsx";
import { TypeField } from "./TypeField.tsx";
import { createTrial, TestButton, TestOutcome } from "./trial.tsx";
import { DOMAIN_TYPE, STATUS_PAGE_TYPE, settingsWords } from "./type_options.ts";
import { UncheckedNote } from "./UncheckedNote.tsx";
import type { MonitorValues } from "./values.ts";

export function TargetSection(props: {
  form: Form<MonitorValues>;
  types: readonly MonitorType[];
  isNew: boolean;
  monitorId: number | undefined;
  onType: (type: string) => void;
  onPaste: ((event: ClipboardEvent) => void) | undefined;
}) {
  const type = () => props.types.find(({ type: name }) => name === props.form.values.type);
  const trial = untrack(() => createTrial(props.form, props.monitorId));
  return (
    <Section {...settingsWords(props.form.values.type)} docs={`monitors.md#${props.form.values.type}`}>
      <div class="stack">
        <TypeField form={props.form} types={props.types} isNew={props.isNew} onType={props.onType} />
        <Show when={props.form.values.type === STATUS_PAGE_TYPE}>
          <KnownPageField form={props.form} />
        </Show>
        <Show when={type()} keyed>
          {(found) => (
            <ConfigFields
              form={props.form}
              type={found}
              isFocused={
                props.isNew && untrack(() => trial.response() === undefined && !props.form.isDirty())
              }
              onPaste={props.onPaste}
              besideTarget={
                <Show when={isProbed(props.form.values)}>
                  <TestButton trial={trial} />
                </Show>
              }
              belowTarget={
                <>
                  <Show when={props.onPaste}>
                    <p class="field__hint">{text.paste.hint}</p>
                  </Show>
                  <TestOutcome trial={trial} />
                  <NameField
                    form={props.form}
                    name="name"
                    label={text.name}
                    placeholder={text.namePlaceholder}
                  />
                </>
              }
            />
          )}
        </Show>
        <Show when={props.form.values.type === DOMAIN_TYPE}>
          <DomainNotice form={props.form} />
        </Show>
        <UncheckedNote values={props.form.values} />
        <AgentField form={props.form} />
      </div>
    </Section>
  );
}
