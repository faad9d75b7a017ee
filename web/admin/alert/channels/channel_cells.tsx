import { For, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { text } from "../../text/channel.ts";
import { ChannelLogo } from "./ChannelLogo.tsx";
import { describePolicy, glanceAt } from "./policy.ts";
import "./channels.css";

export function ChannelName(props: { channel: Channel }) {
  return (
    <span class="table__marked">
      <ChannelLogo type={props.channel.type} />
      <span class="table__main">
        <a class="strong" href={`/admin/channels/${props.channel.id}`}>
          {props.channel.name}
        </a>
        <span class="small soft">{channelLabel(props.channel.type)}</span>
      </span>
    </span>
  );
}

export function ChannelState(props: { channel: Channel }) {
  return (
    <Badge tone={props.channel.enabled ? "good" : "neutral"}>
      {props.channel.enabled ? text.enabled : text.disabled}
    </Badge>
  );
}

export function PolicyGlance(props: { channel: Channel }) {
  const words = () => glanceAt(props.channel.alertPolicy, props.channel.notifyOnRecovery);
  return (
    <span class="row glance" title={describePolicy(props.channel.alertPolicy).join("\n")}>
      <For each={words()} fallback={<span class="soft">{text.glance.always}</span>}>
        {(word) => <Badge>{word}</Badge>}
      </For>
    </span>
  );
}

export function showReach(channel: Channel) {
  const { isDefault, allMonitors } = channel;
  return (
    <span class="table__main">
      <span>{allMonitors ? text.everyMonitor : text.monitorCount(channel.monitorIds.length)}</span>
      <Show when={isDefault && !allMonitors}>
        <span class="small soft">{text.isDefault}</span>
      </Show>
    </span>
  );
}
