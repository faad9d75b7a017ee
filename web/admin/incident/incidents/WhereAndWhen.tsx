import { createMemo, Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { describeZone } from "../../../lib/time.ts";
import { Field } from "../../../ui/Field.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { monitorOptions } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";
import { createUnseen } from "./placed.ts";
import { UnseenNotice } from "./UnseenNotice.tsx";

export function WhereAndWhen(props: {
  form: Form<IncidentValues>;
  hasEnded: boolean;
  isOfNoMonitor: boolean;
}) {
  followMonitors();
  const options = createMemo(monitorOptions);
  const isUnseen = createUnseen();
  /** Without any monitor it is one of the whole page, unless its monitors were deleted. */
  const reach = () => {
    const { monitorIds } = props.form.values;
    return { pageWide: monitorIds.length === 0 && !props.isOfNoMonitor, monitorIds };
  };
  return (
    <>
      <Section title={text.where.title} lead={text.where.lead}>
        <div class="stack">
          <MultiPicker
            label={text.monitors}
            hint={text.monitorsHint}
            placeholder={text.monitorsPlaceholder}
            options={options()}
            chosen={props.form.values.monitorIds}
            error={props.form.problem("monitorIds")}
            onChange={props.form.set("monitorIds")}
          />
          <UnseenNotice isShown={isUnseen(reach())} />
        </div>
      </Section>
      <Section title={text.when.title} lead={`${text.when.lead} ${text.zone(describeZone())}`}>
        <div class="fields">
          <Field label={text.startedAt} error={props.form.problem("startedAt")}>
            <TextInput
              type="datetime-local"
              value={props.form.values.startedAt}
              onInput={props.form.set("startedAt")}
            />
          </Field>
          <Show when={props.hasEnded}>
            <Field label={text.resolvedAt} error={props.form.problem("resolvedAt")}>
              <TextInput
                type="datetime-local"
                value={props.form.values.resolvedAt}
                onInput={props.form.set("resolvedAt")}
              />
            </Field>
          </Show>
        </div>
      </Section>
    </>
  );
}
