import { createMemo, Show } from "solid-js";
import { createForm } from "../../lib/form.ts";
import { createLoad } from "../../lib/load.ts";
import { Button } from "../../ui/Button.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { MultiPicker, type PickerOption } from "../../ui/MultiPicker.tsx";
import { showToast } from "../../ui/toast.ts";
import { getMonitorChannels, listChannels, setMonitorChannels } from "../api/channel.ts";
import { text } from "../text/channels.ts";

/** Which channels a monitor alerts through, as a card that saves by itself. */
export function ChannelPicker(props: { monitorId: number }) {
  const found = createLoad(
    async (signal, monitorId) => {
      const [channels, { channelIds }] = await Promise.all([
        listChannels(signal),
        getMonitorChannels(signal, monitorId),
      ]);
      const options = channels.map(({ id, name, type, enabled }) => {
        const kind = text.types[type] ?? type;
        return { id, label: name, note: enabled ? kind : `${kind}, ${text.picker.off}` };
      });
      return { options, channelIds };
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
          {(data) => (
            <Show
              when={data().options.length > 0}
              fallback={
                <p class="soft">
                  {text.picker.none} <a href="/admin/channels/new">{text.picker.add}</a>
                </p>
              }
            >
              <PickerForm monitorId={props.monitorId} {...data()} />
            </Show>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function PickerForm(props: { monitorId: number; options: readonly PickerOption[]; channelIds: number[] }) {
  const form = createForm<{ channelIds: readonly number[] }>(
    { channelIds: props.channelIds },
    async ({ channelIds }) => {
      const saved = await setMonitorChannels(props.monitorId, channelIds);
      form.reset(saved);
      showToast(text.picker.saved);
    },
  );
  const isDirty = createMemo(() => form.isDirty());
  return (
    <FormView form={form} label={text.picker.title}>
      <MultiPicker
        label={text.picker.label}
        placeholder={text.picker.placeholder}
        options={props.options}
        chosen={form.values.channelIds}
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
