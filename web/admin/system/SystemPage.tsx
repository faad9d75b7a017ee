import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { now } from "../../lib/clock.ts";
import { createLoad } from "../../lib/load.ts";
import { formatDuration, formatExact } from "../../lib/time.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { getSystemHealth } from "../api/system.ts";
import { text } from "../text/system.ts";

type Watch = SystemHealth["watches"][number];

const EVERY_MS = 15_000;
/** Housekeeping runs each minute. */
const CRON_LATE_MS = 180_000;

const COLUMNS: readonly Column<Watch>[] = [
  {
    header: text.columns.watch,
    kind: "lead",
    cell: ({ watch }) => <span class="strong">{text.watch(watch)}</span>,
  },
  { header: text.columns.state, cell: ({ ok }) => <State isOk={ok} /> },
  { header: text.columns.monitors, cell: ({ monitors }) => monitors },
  {
    header: text.columns.lastTick,
    cell: ({ lastTickAt }) => <RelativeTime at={lastTickAt} absent={text.never} />,
  },
  { header: text.columns.nextAlarm, cell: ({ alarmAt }) => <Next at={alarmAt} /> },
  { header: text.columns.waiting, cell: ({ waiting }) => waiting },
  { header: text.columns.checks, cell: ({ cost }) => cost?.checks.toLocaleString("en") ?? text.none },
];

export default function SystemPage() {
  const [readAt, setReadAt] = createSignal<number | null>(null);
  const health = createLoad(async (signal) => {
    const found = await getSystemHealth(signal);
    setReadAt(Date.now());
    return found;
  });
  const timer = setInterval(() => document.hidden || health.reload(), EVERY_MS);
  onCleanup(() => clearInterval(timer));
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={health} lines={8}>
        {(found) => (
          <div class="stack stack--loose">
            <Tiles health={found()} />
            <Show when={found().monitors.overdue.length > 0}>
              <Overdue monitors={found().monitors.overdue} />
            </Show>
            <section class="stack stack--tight">
              <h2>{text.watches}</h2>
              <p class="soft">{text.watchesLead}</p>
              <div class="card">
                <Show
                  when={found().watches.length > 0}
                  fallback={
                    <EmptyState icon="server" title={text.empty.title}>
                      <p>{text.empty.lead}</p>
                      <ButtonLink href="/admin/monitors/new">{text.addMonitor}</ButtonLink>
                    </EmptyState>
                  }
                >
                  <Table caption={text.watches} columns={COLUMNS} rows={found().watches} />
                </Show>
              </div>
            </section>
            <p class="small soft">
              {text.read} <RelativeTime at={readAt()} />
            </p>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Alarms are seconds away, which the slow clock of other times does not tell apart. */
function Next(props: { at: number | null }) {
  return (
    <Show when={props.at} fallback={<span class="soft">{text.none}</span>}>
      {(at) => <span title={formatExact(at())}>{text.nextIn(formatDuration(at() - Date.now()))}</span>}
    </Show>
  );
}

function Tiles(props: { health: SystemHealth }) {
  const answering = () => props.health.watches.filter(({ ok }) => ok).length;
  const isCronLate = () => {
    const { lastRunAt } = props.health.cron;
    return lastRunAt !== null && now() - lastRunAt > CRON_LATE_MS;
  };
  return (
    <div class="tiles">
      <Tile name={text.database} state={<State isOk={props.health.database.ok} />}>
        {text.databaseMs(props.health.database.ms)}
      </Tile>
      <Tile
        name={text.cron}
        state={
          <Show when={isCronLate()} fallback={<State isOk />}>
            <Badge tone="warn">{text.cronLate}</Badge>
          </Show>
        }
      >
        {text.cronRan} <RelativeTime at={props.health.cron.lastRunAt} absent={text.cronNever} />
      </Tile>
      <Tile name={text.watches} state={<State isOk={answering() === props.health.watches.length} />}>
        {text.watchesOf(answering(), props.health.watches.length)}
      </Tile>
      <Tile
        name={text.monitors}
        state={
          <Badge tone={props.health.monitors.overdue.length === 0 ? "good" : "warn"}>
            {text.overdueCount(props.health.monitors.overdue.length)}
          </Badge>
        }
      >
        {text.monitorsOf(props.health.monitors.total, props.health.monitors.paused)}
      </Tile>
    </div>
  );
}

function Tile(props: { name: string; state: JSX.Element; children: JSX.Element }) {
  return (
    <section class="tile">
      <h2>{props.name}</h2>
      <span>{props.state}</span>
      <span class="small soft">{props.children}</span>
    </section>
  );
}

function State(props: { isOk: boolean }) {
  const tone = (): BadgeTone => (props.isOk ? "good" : "bad");
  return <Badge tone={tone()}>{props.isOk ? text.ok : text.fault}</Badge>;
}

function Overdue(props: { monitors: SystemHealth["monitors"]["overdue"] }) {
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.overdue}</h2>
        <span class="small soft">{text.overdueLead}</span>
      </div>
      <ul class="lines plain">
        <For each={props.monitors}>
          {(monitor) => (
            <li>
              <a href={`/admin/monitors/${monitor.id}`}>{monitor.name}</a>
              <span class="small soft">
                {text.lastCheck} <RelativeTime at={monitor.lastCheckedAt} absent={text.never} />
              </span>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
