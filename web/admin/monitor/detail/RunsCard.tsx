import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { Ping } from "../../../../src/schema/ping.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { listPings } from "../../api/ping.ts";
import { text as cronText } from "../../text/cron_job.ts";
import { PrintedDialog } from "./PrintedDialog.tsx";
import { RunChart } from "./RunChart.tsx";
import { toRunRows } from "./run_rows.ts";

const text = cronText.runs;
const STEP = 10;
const TONES = { start: "neutral", success: "good", fail: "bad", log: "neutral" } as const;

export function RunsCard(props: { monitor: Monitor }) {
  const { id } = props.monitor;
  const pings = createLoad(async (signal) => await listPings(signal, id));
  const minute = createMemo(() => Math.floor(now() / 60_000));
  createEffect(on([minute, () => props.monitor.lastCheckedAt], pings.reload, { defer: true }));
  const rows = createMemo(() => toRunRows(pings.data() ?? []));
  const [most, setMost] = createSignal(STEP);
  const [shown, setShown] = createSignal<Ping>();
  const columns: readonly Column<Ping>[] = [
    { header: text.columns.at, kind: "lead", cell: ({ at }) => <RelativeTime at={at} /> },
    { header: text.columns.kind, cell: (ping) => <Told ping={ping} /> },
    { header: text.columns.took, cell: ({ runMs }) => (runMs === null ? text.none : formatRun(runMs)) },
    { header: text.columns.runId, cell: ({ runId }) => <span class="break">{runId || text.none}</span> },
    {
      header: text.columns.body,
      cell: (ping) => (
        <Show when={ping.hasBody} fallback={text.none}>
          <Button
            isSmall
            icon="eye"
            label={text.showLabel(formatMoment(ping.at))}
            onClick={() => setShown(ping)}
          />
        </Show>
      ),
    },
  ];
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.title}</h2>
      </div>
      <div class="card__body stack">
        <Loaded load={pings} lines={3}>
          {(found) => (
            <Show when={found().length > 0} fallback={<p class="soft">{text.empty}</p>}>
              <RunChart pings={found()} formatRun={formatRun} />
              <Table caption={text.title} columns={columns} rows={rows().slice(0, most())} isTop />
              <Show when={rows().length > most()}>
                <Button onClick={() => setMost((count) => count + STEP)}>
                  {text.more(Math.min(STEP, rows().length - most()))}
                </Button>
              </Show>
            </Show>
          )}
        </Loaded>
      </div>
      <Show when={shown()} keyed>
        {(ping) => <PrintedDialog monitorId={id} ping={ping} onClose={() => setShown(undefined)} />}
      </Show>
    </section>
  );
}

function Told(props: { ping: Ping }) {
  return (
    <span class="row">
      <Badge tone={TONES[props.ping.kind]}>{text.kinds[props.ping.kind]}</Badge>
      <Show when={props.ping.exitCode !== null && props.ping.exitCode > 0}>
        <span class="soft">{text.exitCode(props.ping.exitCode ?? 0)}</span>
      </Show>
    </span>
  );
}

function formatRun(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : formatDuration(ms);
}
