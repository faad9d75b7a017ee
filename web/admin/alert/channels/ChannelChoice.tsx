import { For, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { text } from "../../text/channel.ts";
import { RunningFailures } from "./RunningFailures.tsx";

export function usedChannels(channels: readonly Channel[], chosen: readonly number[]): Channel[] {
  return channels.filter(({ id, allMonitors }) => allMonitors || chosen.includes(id));
}

export function warningAbout(used: readonly Channel[]): string | undefined {
  if (used.some(({ enabled }) => enabled)) return undefined;
  return used.length === 0 ? text.picker.nobody : text.picker.nobodyOn;
}

export function ChannelChoice(props: {
  channels: readonly Channel[];
  chosen: readonly number[];
  monitor?: { id: number; channelIds: readonly number[] } | undefined;
  error?: string | undefined;
  onChange: (chosen: readonly number[]) => void;
}) {
  const fixed = () => props.channels.filter(({ allMonitors }) => allMonitors);
  const isFixed = (id: number) => fixed().some((channel) => channel.id === id);
  const options = () =>
    props.channels
      .filter(({ id }) => !isFixed(id))
      .map((channel) => ({ id: channel.id, label: channel.name, note: noteOf(channel) }));
  const own = () => props.chosen.filter((id) => !isFixed(id));
  const used = () => usedChannels(props.channels, props.chosen);
  const warning = () => warningAbout(used());
  const hasNew = () => {
    const before = usedChannels(props.channels, props.monitor?.channelIds ?? []);
    return used().some((channel) => channel.enabled && !before.includes(channel));
  };
  return (
    <Show
      when={props.channels.length > 0}
      fallback={
        <p class="soft">
          {text.picker.none} <a href="/admin/channels/new">{text.picker.add}</a>
        </p>
      }
    >
      <div class="stack stack--tight">
        <Show when={fixed().length > 0}>
          <p class="row">
            <span class="small soft">{text.picker.fixed}</span>
            <For each={fixed()}>{({ name }) => <Badge tone="accent">{name}</Badge>}</For>
          </p>
        </Show>
        <Show when={options().length > 0}>
          <MultiPicker
            label={text.picker.label}
            placeholder={text.picker.placeholder}
            options={options()}
            chosen={own()}
            error={props.error}
            onChange={(chosen) => props.onChange([...props.chosen.filter(isFixed), ...chosen])}
          />
        </Show>
        <div aria-live="polite">
          <Show when={warning()}>
            {(sentence) => (
              <Notice tone="warn">
                <p>{sentence()}</p>
              </Notice>
            )}
          </Show>
        </div>
        <RunningFailures isAdded={(id) => id === props.monitor?.id && hasNew()} />
      </div>
    </Show>
  );
}

function noteOf({ type, enabled }: Channel): string {
  const kind = channelLabel(type);
  return enabled ? kind : `${kind}, ${text.picker.off}`;
}
