import { createMemo, Show } from "solid-js";
import { now } from "../../../lib/clock.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import type { Entry } from "../../live/entry.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { createMonitorsLoad, followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor.ts";
import { BulkBar } from "./BulkBar.tsx";
import { createChoice } from "./choice.ts";
import { filter, filterInAddress, isGrouped, LIST, SORTS, setGrouped, sorting } from "./filter.ts";
import { createLines } from "./lines.ts";
import { isWanted, keepList, makeSorter } from "./list_rules.ts";
import { MonitorFilters } from "./MonitorFilters.tsx";
import { MonitorList } from "./MonitorList.tsx";
import "./monitors.css";

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: text.sorts[value] }));

export default function MonitorsPage() {
  const monitors = followMonitors();
  const sort = sorting();
  const sortEntries = makeSorter();
  const shown = createMemo<readonly Entry[]>((before) => {
    monitors.round();
    const wanted = filterInAddress();
    // Values that change with every check are sorted by the slow clock: jumping rows can't be read.
    if (sort.value() === "checked" || sort.value() === "response") now();
    const sorted = sortEntries(monitors.entries(), sort.value());
    return keepList(
      before,
      sorted.filter((entry) => isWanted(entry.peek(), wanted)),
    );
  }, []);
  const lines = createLines(shown, { isGrouped, sort: sort.value, round: monitors.round });
  const choice = createChoice(
    createMemo(() => shown().map(({ id }) => id)),
    () => JSON.stringify(filterInAddress()),
  );
  const load = createMonitorsLoad(() => ({
    items: lines(),
    total: shown().length,
    page: 1,
    limit: Infinity,
  }));
  const hasTags = createMemo(() => {
    monitors.round();
    return monitors.entries().some((entry) => entry.peek().tags.length > 0);
  });
  const isAny = () => monitors.entries().length > 0;
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/monitors/new">
      {text.add}
    </ButtonLink>
  );
  return (
    <ListPage
      list={LIST}
      head={{ title: text.title, lead: text.lead, actions: isAny() ? add() : undefined }}
      filter={filter}
      sort={{ options: SORT_OPTIONS, value: sort.value(), onChange: (value) => sort.set(value as never) }}
      also={["group"]}
      tools={
        <Show when={hasTags() || isGrouped()}>
          <Checkbox label={text.groupByTag} isChecked={isGrouped()} onChange={setGrouped} />
        </Show>
      }
      live={<LiveMark isLive={monitors.isLive()} />}
      filters={<MonitorFilters hasTags={hasTags()} />}
      load={load}
      counted={() => text.count(shown().length, monitors.entries().length)}
      empty={
        <Show when={isAny()} fallback={<EmptyList icon="pulse" words={text.empty} add={add} />}>
          <EmptyList icon="search" words={text.none} />
        </Show>
      }
      foot={<BulkBar choice={choice} total={shown().length} />}
    >
      {(rows) => (
        <MonitorList lines={rows()} total={shown().length} choice={choice} sort={sort} hasTags={hasTags()} />
      )}
    </ListPage>
  );
}
