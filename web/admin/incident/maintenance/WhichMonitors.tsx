import { createMemo, Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { monitorOptions } from "../../live/monitor_options.ts";
import { followMonitors } from "../../live/monitors.ts";
import { PageChoice } from "../../page/pages/PageChoice.tsx";
import { text } from "../../text/maintenance.ts";
import { text as pagesText } from "../../text/pages.ts";
import { createUnseen, windowReach } from "../incidents/placed.ts";
import { UnseenNotice } from "../incidents/UnseenNotice.tsx";
import type { MaintenanceValues } from "./maintenance_values.ts";

export function WhichMonitors(props: { form: Form<MaintenanceValues> }) {
  followMonitors();
  const options = createMemo(monitorOptions);
  const isUnseen = createUnseen();
  const reach = () => windowReach(props.form.values);
  return (
    <Section title={text.which.title} lead={text.which.lead}>
      <div class="stack">
        <Switch
          label={text.all}
          hint={text.allHint}
          isOn={props.form.values.allMonitors}
          onChange={props.form.set("allMonitors")}
        />
        <Show when={props.form.values.allMonitors}>
          <PageChoice
            legend={pagesText.onPages}
            hint={pagesText.windowPagesHint}
            chosen={props.form.values.pageKeys}
            onChange={props.form.set("pageKeys")}
          />
        </Show>
        <Show when={!props.form.values.allMonitors}>
          <MultiPicker
            label={text.chosen}
            placeholder={text.chosenPlaceholder}
            options={options()}
            chosen={props.form.values.monitorIds}
            error={props.form.problem("monitorIds")}
            onChange={props.form.set("monitorIds")}
          />
          <UnseenNotice isShown={isUnseen(reach())} words={text.unseen} />
        </Show>
      </div>
    </Section>
  );
}
