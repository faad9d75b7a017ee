import { createSignal, For, onCleanup, Show } from "solid-js";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { language } from "../../lib/language.ts";
import { createLoad } from "../../lib/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { getSystemHealth } from "../api/system.ts";
import { text } from "../text/system.ts";
import { Figures } from "./Figures.tsx";
import { MetricsSection } from "./MetricsSection.tsx";
import { PartList } from "./PartList.tsx";
import { SelfTestSection } from "./SelfTestSection.tsx";
import { Next, State, Tiles } from "./SystemTiles.tsx";
import UpdateNotice from "./UpdateNotice.tsx";
import "./system.css";

type Watch = SystemHealth["watches"][number];

const EVERY_MS = 15_000;

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
  { header: text.columns.checks, cell: ({ cost }) => cost?.checks.toLocaleString(language) ?? text.none },
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
            <UpdateNotice update={found().update} />
            <Tiles health={found()} />
            <PartList parts={found().parts} />
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
            <Figures health={found()} />
            <MetricsSection />
            <p class="small soft">
              {text.version(found().version)} {text.read} <RelativeTime at={readAt()} />
            </p>
          </div>
        )}
      </Loaded>
      <div class="system__settings">
        <SelfTestSection />
      </div>
    </>
  );
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
