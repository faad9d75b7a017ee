import { createMemo, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import type { Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { monitorOptions } from "../../live/monitor_options.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/channel.ts";
import { PolicyEditor } from "./PolicyEditor.tsx";
import { PolicyPreview } from "./PolicyParts.tsx";
import { RunningFailures } from "./RunningFailures.tsx";
import type { ChannelValues } from "./values.ts";

export function PolicySection(props: { form: Form<ChannelValues> }) {
  return (
    <Section title={text.policy.title} lead={text.policy.lead} docs="alerts.md#alert-rules-of-a-channel">
      <div class="stack">
        <PolicyEditor
          policy={props.form.values.alertPolicy}
          problems={props.form.problems()}
          onChange={props.form.set("alertPolicy")}
        />
        <div class="policy__part">
          <Switch
            label={text.recovery}
            hint={text.recoveryHint}
            isOn={props.form.values.notifyOnRecovery}
            onChange={props.form.set("notifyOnRecovery")}
          />
        </div>
        <PolicyPreview
          policy={props.form.values.alertPolicy}
          notifyOnRecovery={props.form.values.notifyOnRecovery}
          isEnabled={props.form.values.enabled}
        />
      </div>
    </Section>
  );
}

export function MonitorsSection(props: { form: Form<ChannelValues>; stored: Channel | null }) {
  followMonitors();
  const options = createMemo(monitorOptions);
  const isAdded = (id: number) => {
    const { allMonitors, monitorIds, enabled } = props.form.values;
    const wasThere = props.stored?.allMonitors || props.stored?.monitorIds.includes(id);
    return enabled && !wasThere && (allMonitors || monitorIds.includes(id));
  };
  const isWhole = () => props.form.values.monitorIds.length >= options().length;
  return (
    <Section title={text.monitors.title} lead={text.monitors.lead}>
      <div class="stack">
        <Switch
          label={text.allMonitors}
          hint={text.allMonitorsHint}
          error={props.form.problem("allMonitors")}
          isOn={props.form.values.allMonitors}
          onChange={props.form.set("allMonitors")}
        />
        <Show when={!props.form.values.allMonitors}>
          <Switch
            label={text.isDefault}
            hint={text.isDefaultHint}
            error={props.form.problem("isDefault")}
            isOn={props.form.values.isDefault}
            onChange={props.form.set("isDefault")}
          />
          <div class="stack stack--tight">
            <MultiPicker
              label={text.monitorsLabel}
              placeholder={text.monitorsPlaceholder}
              options={options()}
              chosen={props.form.values.monitorIds}
              error={props.form.problem("monitorIds")}
              onChange={props.form.set("monitorIds")}
            />
            <Show when={!isWhole()}>
              <div>
                <Button
                  isSmall
                  icon="plus"
                  onClick={() => props.form.set("monitorIds")(options().map(({ id }) => id))}
                >
                  {text.addAll}
                </Button>
              </div>
            </Show>
          </div>
        </Show>
        <RunningFailures isAdded={isAdded} />
      </div>
    </Section>
  );
}
