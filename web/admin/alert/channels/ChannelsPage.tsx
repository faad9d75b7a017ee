import { createMemo, createSignal, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { ListPage, onePage } from "../../../ui/ListPage.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { listChannels } from "../../api/channel.ts";
import { channelLabel } from "../../api/channel_names.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/channel.ts";
import { ChannelFilters, filter, filterInAddress, LIST, sorting } from "./ChannelFilters.tsx";
import { ChannelName, ChannelState, PolicyGlance, showReach } from "./channel_cells.tsx";
import { type ChannelSort, listFitting } from "./channel_list.ts";
import { itemsOf } from "./channel_menu.ts";
import { RemoveChannelDialog } from "./RemoveChannelDialog.tsx";

const SORTS = Object.entries(text.sorts).map(([value, label]) => ({ value, label }));

export default function ChannelsPage() {
  const channels = createLiveListLoad("audit", listChannels, () => ({}));
  const sort = sorting();
  const fitting = createMemo(() => {
    const all = channels.data();
    const order = { sort: sort.value(), labelOf: channelLabel };
    return all && onePage(listFitting(all, filterInAddress(), order));
  });
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
  const columns: readonly Column<Channel>[] = [
    { header: text.columns.name, kind: "lead", cell: (channel) => <ChannelName channel={channel} /> },
    { header: text.columns.state, cell: (channel) => <ChannelState channel={channel} /> },
    { header: text.columns.policy, cell: (channel) => <PolicyGlance channel={channel} /> },
    { header: text.columns.monitors, cell: showReach },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (channel) => (
        <RowMenu
          label={text.menu(channel.name)}
          items={itemsOf(channel, { onRemove: setRemoved, onDone: reload })}
        />
      ),
    },
  ];

  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        head={{ title: text.title, lead: text.lead, actions: channels.data()?.length ? add() : undefined }}
        filter={filter}
        sort={{ options: SORTS, value: sort.value(), onChange: (value) => sort.set(value as ChannelSort) }}
        live={channels.mark()}
        filters={<ChannelFilters channels={channels.data() ?? []} />}
        load={{ ...channels, data: fitting }}
        empty={
          <Show
            when={filter.isSet() && channels.data()?.length}
            fallback={<EmptyList icon="bell" words={text.empty} add={add} />}
          >
            <EmptyList icon="search" words={text.noMatch} />
          </Show>
        }
      >
        {(rows) => <Table caption={text.title} columns={columns} rows={rows()} />}
      </ListPage>
      <Show when={removed()}>
        {(channel) => (
          <RemoveChannelDialog channel={channel()} onClose={() => setRemoved(undefined)} onRemoved={reload} />
        )}
      </Show>
    </>
  );
}
