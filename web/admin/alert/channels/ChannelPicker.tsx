import { createMemo, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getMonitorChannels, listChannels, updateMonitorChannels } from "../../api/channel.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/channel.ts";
import { ChannelChoice } from "./ChannelChoice.tsx";

export function ChannelPicker(props: { monitorId: number }) {
  const found = createLoad(
    async (signal, monitorId) => {
      const [channels, { channelIds }] = await Promise.all([
        listChannels(signal),
        getMonitorChannels(signal, monitorId),
      ]);
      return { channels, channelIds };
    },
    () => props.monitorId,
  );
  return (
    <section class="card" aria-label={text.picker.title}>
      <div class="card__head">
        <div>
          <h2>{text.picker.title}</h2>
          <p class="small soft">{text.picker.lead}</p>
        </div>
      </div>
      <div class="card__body">
        <Loaded load={found} lines={2}>
          {(data) => <PickerForm monitorId={props.monitorId} {...data()} />}
        </Loaded>
      </div>
    </section>
  );
}

function PickerForm(props: { monitorId: number; channels: readonly Channel[]; channelIds: number[] }) {
  const form = createForm<{ channelIds: readonly number[] }>(
    { channelIds: props.channelIds },
    async ({ channelIds }) => {
      const saved = await updateMonitorChannels(props.monitorId, channelIds);
      form.reset(saved);
      await monitors.take(props.monitorId);
      showToast(text.picker.saved);
    },
  );
  const isDirty = createMemo(() => form.isDirty());
  return (
    <FormView form={form} label={text.picker.title}>
      <LeaveGuard isDirty={isDirty} />
      <ChannelChoice
        channels={props.channels}
        chosen={form.values.channelIds}
        monitor={{ id: props.monitorId, channelIds: props.channelIds }}
        error={form.problem("channelIds")}
        onChange={form.set("channelIds")}
      />
      <Show when={isDirty()}>
        <div>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.picker.save}
          </Button>
        </div>
      </Show>
    </FormView>
  );
}
