import { createSignal, For, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { toApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Menu, type MenuItem } from "../../../ui/Menu.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { listChannels, removeChannel, testSavedChannel, updateChannel } from "../../api/channel.ts";
import { text } from "../../text/channel.ts";
import { describePolicy, glanceAt } from "./policy.ts";
import { reachOf } from "./values.ts";

export default function ChannelsPage() {
  const channels = createLoad(listChannels);
  const [removed, setRemoved] = createSignal<Channel>();
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/channels/new">
      {text.add}
    </ButtonLink>
  );

  /** What is refused is told in the same place as what is done: the row has no room for it. */
  async function work(deed: () => Promise<string>): Promise<void> {
    try {
      showToast(await deed());
      channels.reload();
    } catch (thrown) {
      showToast(toApiError(thrown).message);
    }
  }

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
    { header: text.columns.name, kind: "lead", cell: (channel) => <Name channel={channel} /> },
    {
      header: text.columns.state,
      cell: ({ enabled }) => (
        <Badge tone={enabled ? "good" : "neutral"}>{enabled ? text.enabled : text.disabled}</Badge>
      ),
    },
    { header: text.columns.policy, cell: (channel) => <Glance channel={channel} /> },
    { header: text.columns.monitors, cell: tellReach },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (channel) => (
        <Menu
          label={text.menu(channel.name)}
          triggerClass="button button--quiet button--small button--icon"
          trigger={<Icon name="more" />}
          items={itemsFor(channel)}
        />
      ),
    },
  ];

  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={channels.data()?.length ? add() : undefined} />
      <div class="card">
        <Loaded load={channels}>
          {(list) => (
            <Show
              when={list().length > 0}
              fallback={
                <EmptyState icon="bell" title={text.empty.title}>
                  <p>{text.empty.lead}</p>
                  {add()}
                </EmptyState>
              }
            >
              <Table caption={text.title} columns={columns} rows={list()} />
            </Show>
          )}
        </Loaded>
      </div>
      <Show when={removed()}>
        {(channel) => (
          <ConfirmDialog
            title={text.removeTitle(channel().name)}
            lead={text.removeLead}
            ends={text.removeEnds(channel().monitorIds.length)}
            confirm={text.remove}
            onClose={() => setRemoved(undefined)}
            onConfirm={async () => {
              const { id, name } = channel();
              await removeChannel(id);
              setRemoved(undefined);
              channels.reload();
              showToast(text.removed(name));
            }}
          />
        )}
      </Show>
    </>
  );
}

function Name(props: { channel: Channel }) {
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/channels/${props.channel.id}`}>
        {props.channel.name}
      </a>
      <span class="small soft">{text.types[props.channel.type] ?? props.channel.type}</span>
    </span>
  );
}

function Glance(props: { channel: Channel }) {
  const words = () => glanceAt(props.channel.alertPolicy, props.channel.notifyOnRecovery);
  return (
    <span class="row" title={describePolicy(props.channel.alertPolicy).join("\n")}>
      <For each={words()} fallback={<span class="soft">{text.glance.always}</span>}>
        {(word) => <Badge>{word}</Badge>}
      </For>
    </span>
  );
}

function tellReach(channel: Channel) {
  const { isDefault, allMonitors } = reachOf(channel);
  return (
    <span class="table__main">
      <span>{allMonitors ? text.everyMonitor : text.monitorCount(channel.monitorIds.length)}</span>
      <Show when={isDefault && !allMonitors}>
        <span class="small soft">{text.isDefault}</span>
      </Show>
    </span>
  );
}
