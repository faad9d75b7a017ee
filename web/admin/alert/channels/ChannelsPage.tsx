import { createSignal, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { createLoad } from "../../../lib/load.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { tellOutcome } from "../../../ui/toast.ts";
import { listChannels, testSavedChannel, updateChannel } from "../../api/channel.ts";
import { monitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/channel.ts";
import { ChannelName, ChannelState, PolicyGlance, tellReach } from "./channel_cells.tsx";
import { RemoveChannelDialog } from "./RemoveChannelDialog.tsx";

export default function ChannelsPage() {
  const channels = createLoad(listChannels);
  const [removed, setRemoved] = createSignal<Channel>();
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/channels/new">
      {text.add}
    </ButtonLink>
  );

  const reload = () => {
    channels.reload();
    monitors.refresh();
  };
  const work = (deed: () => Promise<string>) =>
    tellOutcome(async () => {
      const told = await deed();
      reload();
      return told;
    });

  const itemsFor = (channel: Channel): MenuItem[] => [
    { kind: "link", label: text.edit, icon: "edit", href: `/admin/channels/${channel.id}` },
    {
      kind: "action",
      label: text.test,
      icon: "send",
      onSelect: () =>
        void work(async () => {
          await testSavedChannel(channel.id);
          return text.testSent(channel.name);
        }),
    },
    {
      kind: "link",
      label: text.deliveries,
      icon: "history",
      href: `/admin/deliveries?channel=${channel.id}`,
    },
    {
      kind: "action",
      label: channel.enabled ? text.disable : text.enable,
      icon: channel.enabled ? "pause" : "play",
      onSelect: () =>
        void work(async () => {
          const { name, enabled } = await updateChannel(channel.id, { enabled: !channel.enabled });
          return text.switched(name, enabled);
        }),
    },
    { kind: "line" },
    {
      kind: "action",
      label: text.remove,
      icon: "trash",
      isDanger: true,
      onSelect: () => setRemoved(channel),
    },
  ];
  const columns: readonly Column<Channel>[] = [
    { header: text.columns.name, kind: "lead", cell: (channel) => <ChannelName channel={channel} /> },
    { header: text.columns.state, cell: (channel) => <ChannelState channel={channel} /> },
    { header: text.columns.policy, cell: (channel) => <PolicyGlance channel={channel} /> },
    { header: text.columns.monitors, cell: tellReach },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (channel) => <RowMenu label={text.menu(channel.name)} items={itemsFor(channel)} />,
    },
  ];

  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={channels.data()?.length ? add() : undefined} />
      <ListCard
        load={channels}
        caption={text.title}
        columns={columns}
        empty={{ icon: "bell", ...text.empty, add: add }}
      />
      <Show when={removed()}>
        {(channel) => (
          <RemoveChannelDialog channel={channel()} onClose={() => setRemoved(undefined)} onRemoved={reload} />
        )}
      </Show>
    </>
  );
}
