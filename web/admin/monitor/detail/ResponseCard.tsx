import { createEffect, createMemo, on, Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { type ChartPoint, TimeChart } from "../../../ui/TimeChart.tsx";
import { getHistory, type History } from "../../api/monitor.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";

type Measure = keyof typeof text.chart.measures;
type Bucket = History["buckets"][number];

const RANGES = Object.entries(text.chart.ranges).map(([value, label]) => ({ value, label }));
const MEASURES = (Object.keys(text.chart.measures) as Measure[]).map((value) => ({
  value,
  label: text.chart.measures[value],
}));
const BUCKETS = 60;
const DEFAULT_HOURS = "24";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

export function ResponseCard(props: { monitor: Monitor }) {
  const hours = () => RANGES.find(({ value }) => value === queryOf("hours"))?.value ?? DEFAULT_HOURS;
  const measure = () => MEASURES.find(({ value }) => value === queryOf("measure"))?.value ?? "avg";
  const { id } = props.monitor;
  const history = createLoad(
    async (signal, range) => await getHistory(signal, { id, hours: Number(range), buckets: BUCKETS }),
    hours,
  );
  const minute = createMemo(() => Math.floor(now() / 60_000));
  createEffect(on(minute, history.reload, { defer: true }));
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.chart.title}</h2>
        <div class="row">
          <Segments
            legend={text.chart.measure}
            value={measure()}
            options={MEASURES}
            onChange={(next) => setQuery({ measure: next === "avg" ? "" : next }, { replace: true })}
          />
          <Field label={text.chart.range} isLabelHidden>
            <Select
              value={hours()}
              options={RANGES}
              onChange={(next) => setQuery({ hours: next === DEFAULT_HOURS ? "" : next }, { replace: true })}
            />
          </Field>
        </div>
      </div>
      <div class="card__body">
        <Loaded load={history} lines={4}>
          {(found) => <Chart history={found()} measure={measure()} hours={Number(hours())} />}
        </Loaded>
      </div>
    </section>
  );
}

function Chart(props: { history: History; measure: Measure; hours: number }) {
  const formatTime = (at: number) => (props.hours > 48 ? day : clock).format(at);
  const points = createMemo(() =>
    props.history.buckets.map(
      (bucket): ChartPoint => ({
        at: bucket.at,
        value: bucket[props.measure],
        isBad: bucket.status === "down",
        told: `${formatMoment(bucket.at)}: ${tell(bucket, props.measure)}`,
      }),
    ),
  );
  const figures = createMemo(() => {
    const filled = props.history.buckets.filter(({ count }) => count > 0);
    const checks = filled.reduce((sum, { count }) => sum + count, 0);
    const total = filled.reduce((sum, { avg, count }) => sum + (avg ?? 0) * count, 0);
    const worst = Math.max(0, ...filled.map(({ max }) => max ?? 0));
    return checks === 0
      ? null
      : text.chart.figures(monitorText.ms(total / checks), monitorText.ms(worst), checks);
  });
  return (
    <div class="stack">
      <TimeChart
        label={`${text.chart.title}: ${figures() ?? text.chart.empty}`}
        points={points()}
        formatValue={monitorText.ms}
        formatTime={formatTime}
      />
      <p class="small soft">{figures() ?? text.chart.empty}</p>
      <Show when={figures()}>
        <Disclosure label={text.chart.table}>
          <Table
            caption={text.chart.title}
            columns={columnsFor(props.measure)}
            rows={props.history.buckets.filter(({ count, status }) => count > 0 || status !== null)}
          />
        </Disclosure>
      </Show>
    </div>
  );
}

function columnsFor(measure: Measure): Column<Bucket>[] {
  const { columns } = text.chart;
  return [
    { header: columns.at, kind: "lead", cell: ({ at }) => formatMoment(at) },
    { header: columns.value, cell: (bucket) => tell(bucket, measure) },
    { header: columns.checks, cell: ({ count }) => count },
    {
      header: columns.status,
      cell: ({ status }) => (status === null ? "" : monitorText.statuses[status]),
    },
  ];
}

function tell(bucket: Bucket, measure: Measure): string {
  const value = bucket[measure];
  if (value !== null) return monitorText.ms(value);
  return bucket.status === "down" ? text.chart.failed : text.chart.nothing;
}
