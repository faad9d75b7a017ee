import { createMemo, type JSX, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { Form } from "../../../lib/form.ts";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section } from "../../../ui/Section.tsx";
import { monitorOptions } from "../../live/monitor_options.ts";
import { followMonitors } from "../../live/monitors.ts";
import { PageChoice } from "../../page/pages/PageChoice.tsx";
import { text } from "../../text/incident.ts";
import { text as pagesText } from "../../text/pages.ts";
import { ComponentFields } from "./ComponentFields.tsx";
import { FailingProposals } from "./FailingProposals.tsx";
import type { IncidentValues } from "./incident_values.ts";
import { createUnseen } from "./placed.ts";
import { UnseenNotice } from "./UnseenNotice.tsx";

export function Where(props: { form: Form<IncidentValues>; stored?: Incident; children?: JSX.Element }) {
  followMonitors();
  const options = createMemo(monitorOptions);
  const isUnseen = createUnseen();
  /** An incident without monitors covers the whole page, unless it had some that were deleted. */
  const reach = () => {
    const { monitorIds } = props.form.values;
    const isAsStored = props.stored?.monitorIds.length === 0 && !props.stored.pageWide;
    const pageWide = monitorIds.length === 0 && !isAsStored;
    return { pageWide, monitorIds, formerComponents: props.stored?.formerComponents ?? [] };
  };
  return (
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
        <FailingProposals chosen={props.form.values.monitorIds} onChoose={props.form.set("monitorIds")} />
        <Show when={props.form.values.monitorIds.length === 0}>
          <PageChoice
            legend={pagesText.onPages}
            hint={pagesText.onPagesHint}
            chosen={props.form.values.pageKeys}
            onChange={props.form.set("pageKeys")}
          />
        </Show>
        <UnseenNotice isShown={isUnseen(reach())} />
        <ComponentFields
          monitorIds={props.form.values.monitorIds}
          impact={props.form.values.impact}
          choices={props.form.values.components}
          error={props.form.problem("components")}
          onChange={props.form.set("components")}
        />
        {props.children}
      </div>
    </Section>
  );
}
