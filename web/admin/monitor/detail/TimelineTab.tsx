import { createMemo, createSignal, Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { ShownStatus } from "../../../../src/schema/shown_status.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { getTimeline, type Timeline } from "../../api/monitor.ts";
import { StatusMark } from "../../live/StatusMark.tsx";
import { text } from "../../text/monitor_detail.ts";
import { reloadAfterTurn } from "./after_turn.ts";

type Row = Timeline[number];

const STEP = 50;

const COLUMNS: readonly Column<Row>[] = [
  {
    header: text.timeline.columns.state,
    kind: "lead",
    cell: (row) => <StatusMark status={row.state as ShownStatus} />,
  },
  { header: text.timeline.columns.from, cell: (row) => <RelativeTime at={row.from} /> },
  { header: text.timeline.columns.lasted, cell: (row) => <Lasted row={row} /> },
  { header: text.timeline.columns.message, cell: (row) => <span class="break">{row.message}</span> },
];

export function TimelineTab(props: { monitor: Monitor }) {
  const { id } = props.monitor;
  const rows = createLoad<Row[]>(async (signal) => {
    return (await getTimeline(signal, { id, from: Date.now() - 90 * DAY_MS })).toReversed();
  });
  reloadAfterTurn(
    createMemo(() => props.monitor.confirmedStatus),
    rows.reload,
  );
  const [most, setMost] = createSignal(STEP);
  return (
    <div class="stack">
      <p class="soft">{text.timeline.lead}</p>
      <div class="card">
        <Loaded load={rows}>
          {(found) => (
            <Show
              when={found().length > 0}
              fallback={
                <EmptyState icon="history" title={text.timeline.title}>
                  <p>{text.timeline.empty}</p>
                </EmptyState>
              }
            >
              <Table caption={text.timeline.title} columns={COLUMNS} rows={found().slice(0, most())} isTop />
            </Show>
          )}
        </Loaded>
      </div>
      <Show when={(rows.data()?.length ?? 0) > most()}>
        <div>
          <Button onClick={() => setMost((count) => count + STEP)}>
            {text.timeline.shown(Math.min(STEP, (rows.data()?.length ?? 0) - most()))}
          </Button>
        </div>
      </Show>
    </div>
  );
}

function Lasted(props: { row: Row }) {
  return (
    <span>
      {formatDuration((props.row.to ?? now()) - props.row.from)}
      <Show when={props.row.to === null}>
        <span class="soft"> {text.timeline.goesOn}</span>
      </Show>
    </span>
  );
}
