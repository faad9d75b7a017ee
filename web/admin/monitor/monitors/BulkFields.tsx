import { Match, Switch } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Field } from "../../../ui/Field.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TagInput } from "../../../ui/TagInput.tsx";
import { listChannels } from "../../api/channel.ts";
import { channelLabel } from "../../api/channel_names.ts";
import type { Tag } from "../../api/monitor.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor.ts";
import type { BulkDeed, BulkValues } from "./bulk.ts";
import { tagsOf } from "./list_rules.ts";

export function BulkFields(props: { deed: BulkDeed; form: Form<BulkValues>; tags: readonly Tag[] }) {
  return (
    <Switch>
      <Match when={props.deed === "addTag"}>
        <TagInput
          label={text.tagLabel}
          tags={props.form.values.addTags}
          known={tagsOf(monitors.entries())}
          error={props.form.problem("addTags")}
          onChange={(tags) => props.form.set("addTags")([...tags])}
        />
      </Match>
      <Match when={props.deed === "removeTag"}>
        <Field label={text.tagLabel}>
          <Select
            value={props.form.values.removeTag}
            options={props.tags.map(({ label }) => ({ value: label, label }))}
            onChange={props.form.set("removeTag")}
          />
        </Field>
      </Match>
      <Match when={props.deed === "addChannel" || props.deed === "removeChannel"}>
        <ChannelField form={props.form} />
      </Match>
      <Match when={props.deed === "interval"}>
        <Field label={text.intervalLabel} error={props.form.problem("intervalSecs")}>
          <NumberInput
            unit={text.seconds}
            value={props.form.values.intervalSecs}
            onInput={props.form.set("intervalSecs")}
          />
        </Field>
      </Match>
      <Match when={props.deed === "thresholds"}>
        <div class="fields">
          <Field label={text.failureThreshold} error={props.form.problem("failureThreshold")}>
            <NumberInput
              value={props.form.values.failureThreshold}
              onInput={props.form.set("failureThreshold")}
            />
          </Field>
          <Field label={text.recoveryThreshold} error={props.form.problem("recoveryThreshold")}>
            <NumberInput
              value={props.form.values.recoveryThreshold}
              onInput={props.form.set("recoveryThreshold")}
            />
          </Field>
        </div>
      </Match>
    </Switch>
  );
}

function ChannelField(props: { form: Form<BulkValues> }) {
  const found = createLoad(async (signal) => await listChannels(signal));
  return (
    <Loaded load={found} lines={2}>
      {(channels) => (
        <MultiPicker
          label={text.channelLabel}
          placeholder={text.channelPlaceholder}
          options={channels()
            .filter(({ allMonitors }) => !allMonitors)
            .map(({ id, name, type }) => ({ id, label: name, note: channelLabel(type) }))}
          chosen={props.form.values.channelIds}
          onChange={props.form.set("channelIds")}
        />
      )}
    </Loaded>
  );
}
