import { createMemo, Show } from "solid-js";
import { DAY_MS } from "../../../../src/lib/units.ts";
import { makeDateFormat } from "../../../lib/date_format.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { TimeChart } from "../../../ui/TimeChart.tsx";
import type { ChartMark, ChartPoint, ChartRange } from "../../../ui/time_chart_shape.ts";
import type { History } from "../../api/monitor.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";

type Measure = keyof typeof text.chart.measures;

type Bucket = History["buckets"][number];

export const MEASURES = (Object.keys(text.chart.measures) as Measure[]).map((value) => ({
  value,
  label: text.chart.measures[value],
}));

const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const day = makeDateFormat({ day: "numeric", month: "short" });

export function ResponseChart(props: {
  history: History;
  lastWeek: History | null;
  measure: Measure;
  marks: readonly ChartMark[];
  onZoom: (range: ChartRange) => void;
}) {
  const formatTime = (at: number) => {
    const [first, last] = [props.history.buckets[0], props.history.buckets.at(-1)];
    return ((last?.at ?? 0) - (first?.at ?? 0) > 2 * DAY_MS ? day : clock).format(at);
  };
  const compared = createMemo(() => props.lastWeek?.buckets.map((bucket) => bucket[props.measure]) ?? []);
  const points = createMemo(() =>
    props.history.buckets.map((bucket, i): ChartPoint => {
      const before = compared()[i];
      const now = `${formatMoment(bucket.at)}: ${describeBucket(bucket, props.measure)}`;
      return {
        at: bucket.at,
        value: bucket[props.measure],
        isBad: bucket.status === "down",
        summary: before == null ? now : `${now} ${text.chart.weekBefore(monitorText.ms(before))}`,
      };
    }),
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
        compared={compared()}
        marks={props.marks}
        onZoom={props.onZoom}
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
    { header: columns.value, cell: (bucket) => describeBucket(bucket, measure) },
    { header: columns.checks, cell: ({ count }) => count },
    {
      header: columns.status,
      cell: ({ status }) => (status === null ? "" : monitorText.statuses[status]),
    },
  ];
}

function describeBucket(bucket: Bucket, measure: Measure): string {
  const value = bucket[measure];
  if (value !== null) return monitorText.ms(value);
  return bucket.status === "down" ? text.chart.failed : text.chart.nothing;
}
