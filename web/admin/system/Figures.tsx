import { Show } from "solid-js";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { language } from "../../lib/language.ts";
import { formatExact } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { text } from "../text/system.ts";

type Usage = NonNullable<SystemHealth["usage"]>;
type Figure = Usage["figures"][number];
type Queue = SystemHealth["queues"][number];
type Rows = SystemHealth["storage"]["rows"][number];

const count = (value: number) => value.toLocaleString(language);

const USAGE: readonly Column<Figure>[] = [
  { header: text.usage.columns.what, kind: "lead", cell: ({ id }) => text.usage.names[id] },
  { header: text.usage.columns.used, cell: ({ used }) => count(used) },
  { header: text.usage.columns.byMidnight, cell: (figure) => <Share figure={figure} /> },
  { header: text.usage.columns.limit, cell: ({ freeLimit }) => count(freeLimit) },
];

const WAITING: readonly Column<Queue>[] = [
  { header: text.waiting.columns.queue, kind: "lead", cell: ({ name }) => text.waiting.names[name] },
  { header: text.waiting.columns.waiting, cell: ({ waiting }) => count(waiting) },
  {
    header: text.waiting.columns.oldest,
    cell: ({ oldestDueAt }) => <RelativeTime at={oldestDueAt} absent={text.waiting.oldestNone} />,
  },
];

const ROWS: readonly Column<Rows>[] = [
  {
    header: text.storage.columns.table,
    kind: "lead",
    cell: ({ table }) => text.storage.tables[table] ?? table,
  },
  { header: text.storage.columns.about, cell: ({ about }) => count(about) },
];

export function Figures(props: { health: SystemHealth }) {
  return (
    <>
      <Show when={props.health.usage}>{(usage) => <UsageCard usage={usage()} />}</Show>
      <div class="figures">
        <section class="stack stack--tight">
          <h2>{text.waiting.title}</h2>
          <div class="card">
            <Table caption={text.waiting.title} columns={WAITING} rows={props.health.queues} />
          </div>
        </section>
        <section class="stack stack--tight">
          <h2>{text.storage.title}</h2>
          <div class="card">
            <Table caption={text.storage.title} columns={ROWS} rows={props.health.storage.rows} />
          </div>
        </section>
      </div>
    </>
  );
}

function UsageCard(props: { usage: Usage }) {
  return (
    <section class="stack stack--tight usage">
      <h2>{text.usage.title}</h2>
      <p class="soft">
        {text.usage.lead(formatExact(props.usage.resetsAt))} {props.usage.leavesOut}
      </p>
      <div class="card">
        <Table caption={text.usage.title} columns={USAGE} rows={props.usage.figures} />
      </div>
    </section>
  );
}

function Share(props: { figure: Figure }) {
  return (
    <span>
      {count(props.figure.byMidnight)}
      <meter
        aria-hidden="true"
        min="0"
        max={props.figure.freeLimit}
        high={props.figure.freeLimit * 0.8}
        optimum="0"
        value={props.figure.byMidnight}
      />
    </span>
  );
}
