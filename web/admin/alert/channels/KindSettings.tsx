import { createSignal, Show } from "solid-js";
import { CHANNEL_PLACEHOLDERS } from "../../../../src/domain/alert/placeholders.ts";
import type { Form } from "../../../lib/form.ts";
import { hasMask } from "../../../lib/has_mask.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TryPanel } from "../../../ui/TryPanel.tsx";
import { type ChannelKind, testChannel } from "../../api/channel.ts";
import type { SchemaNode } from "../../schema_form/node.ts";
import { SchemaFields } from "../../schema_form/SchemaFields.tsx";
import { SchemaFormProvider } from "../../schema_form/SchemaFormProvider.tsx";
import { VaultField } from "../../schema_form/VaultField.tsx";
import { text } from "../../text/channel.ts";
import { ScheduleField } from "./ScheduleField.tsx";
import { StepsField } from "./StepsField.tsx";
import { type ChannelValues, configOf } from "./values.ts";

const CUSTOM = { vault: VaultField, scheduleKey: ScheduleField, steps: StepsField };

export function KindSettings(props: {
  form: Form<ChannelValues>;
  kind: ChannelKind;
  channelId: number | undefined;
}) {
  const [preset, setPreset] = createSignal("");

  function start(name: string): void {
    const found = props.kind.presets.find((one) => one.name === name);
    props.form.set("config")({ ...configOf(props.kind), ...found?.config });
    setPreset(name);
  }

  async function test(): Promise<string> {
    const { type, config, name } = props.form.values;
    const kept = props.channelId !== undefined && hasMask(config) ? { channelId: props.channelId } : {};
    await testChannel({ type, config, name, ...kept });
    return text.tested;
  }

  return (
    <div class="stack">
      <Show when={props.kind.presets.length > 0 && props.channelId === undefined}>
        <Field label={text.preset} hint={text.presetHint}>
          <Select
            value={preset()}
            options={[
              { value: "", label: text.presetNone },
              ...props.kind.presets.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={start}
          />
        </Field>
      </Show>
      <SchemaFormProvider problems={props.form.problems} custom={CUSTOM} fillers={CHANNEL_PLACEHOLDERS}>
        {/* Recreated per preset, which brings its own headers: a field keeps them in the order typed. */}
        <Show when={{ preset: preset() }} keyed>
          <SchemaFields
            node={props.kind.schema as SchemaNode}
            path="config"
            values={props.form.values.config}
            onChange={props.form.set("config")}
          />
        </Show>
      </SchemaFormProvider>
      <Show when={props.kind.sendsMail}>
        <p class="small soft">
          {text.mailHint} <a href="/admin/mail">{text.mailLink}</a>
        </p>
      </Show>
      <TryPanel
        lead={text.testLead}
        label={text.test}
        icon="send"
        failed={text.notTested}
        onTry={test}
        onProblems={props.form.fail}
      />
    </div>
  );
}
