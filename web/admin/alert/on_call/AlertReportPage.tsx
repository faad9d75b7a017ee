import { createSignal, Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { PersonReport } from "../../../../src/schema/schedule.ts";
import { createLoad } from "../../../lib/load.ts";
import { nameOf } from "../../../lib/person.ts";
import { describeZone } from "../../../lib/time.ts";
import { zone } from "../../../lib/zone.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { PersonMark } from "../../../ui/PersonMark.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { getAlertReport } from "../../api/schedule.ts";
import { text as words } from "../../text/on_call.ts";
import { HourBars } from "./HourBars.tsx";

const text = words.report;
const PERIODS = ["7", "30", "90"] as const;
const timezone = zone();

const COLUMNS: readonly Column<PersonReport>[] = [
  {
    header: text.person,
    kind: "lead",
    cell: ({ user }) => (
      <span class="row">
        <PersonMark {...user} />
        <span class="strong break">{user.hasLeft ? words.left(user.email) : nameOf(user)}</span>
      </span>
    ),
  },
  { header: text.alerts, cell: ({ alerts }) => alerts },
  { header: text.messages, cell: ({ messages }) => messages },
  { header: text.night, cell: ({ night }) => night },
  { header: text.hours, cell: ({ hours }) => <HourBars hours={hours} /> },
  { header: text.acknowledged, cell: ({ acknowledged }) => acknowledged },
  {
    header: text.within,
    cell: ({ medianAcknowledgeMs: ms }) => (ms === null ? text.none : formatDuration(ms)),
  },
];

export default function AlertReportPage() {
  const [days, setDays] = createSignal<(typeof PERIODS)[number]>("30");
  const load = createLoad(async (signal, period: string) => {
    const to = Date.now();
    return await getAlertReport({ from: to - Number(period) * DAY_MS, to, timezone }, signal);
  }, days);
  return (
    <div class="stack">
      <PageHeader
        title={text.title}
        lead={text.lead(describeZone())}
        back={{ href: "/admin/on-call", label: words.title }}
      />
      <div class="row">
        <Segments
          legend={text.period}
          value={days()}
          options={PERIODS.map((value) => ({ value, label: text.days(Number(value)) }))}
          onChange={setDays}
        />
      </div>
      <div class="card">
        <Loaded load={load} lines={4}>
          {(people) => (
            <Show
              when={people().length > 0}
              fallback={
                <EmptyState icon="bell" title={text.empty.title}>
                  <p>{text.empty.lead}</p>
                </EmptyState>
              }
            >
              <Table caption={text.title} columns={COLUMNS} rows={people()} />
            </Show>
          )}
        </Loaded>
      </div>
    </div>
  );
}
