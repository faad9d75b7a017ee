import { createMemo, Show } from "solid-js";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Ping } from "../../../../src/schema/ping.ts";
import { makeDateFormat } from "../../../lib/date_format.ts";
import { formatMoment } from "../../../lib/time.ts";
import { TimeChart } from "../../../ui/TimeChart.tsx";
import type { ChartPoint } from "../../../ui/time_chart_shape.ts";
import { text as cronText } from "../../text/cron_job.ts";

const text = cronText.runs;
const day = makeDateFormat({ day: "numeric", month: "short" });
const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function RunChart(props: { pings: readonly Ping[]; formatRun: (ms: number) => string }) {
  const ends = createMemo(() =>
    props.pings.filter(({ kind }) => kind === "success" || kind === "fail").toReversed(),
  );
  const points = createMemo(() =>
    ends().map(
      ({ at, kind, runMs }): ChartPoint => ({
        at,
        value: runMs,
        isBad: kind === "fail",
        summary: `${formatMoment(at)}: ${text.kinds[kind]}${runMs === null ? "" : `, ${props.formatRun(runMs)}`}`,
      }),
    ),
  );
  const isShort = () => (ends().at(-1)?.at ?? 0) - (ends()[0]?.at ?? 0) < 2 * DAY_MS;
  const timed = createMemo(() => ends().flatMap(({ runMs }) => runMs ?? []));
  const summary = () => text.longest(props.formatRun(Math.max(...timed())), timed().length);
  return (
    <Show when={timed().length > 0}>
      <TimeChart
        label={`${text.chart}: ${summary()}`}
        points={points()}
        formatValue={props.formatRun}
        formatTime={(at) => (isShort() ? clock : day).format(at)}
      />
      <p class="small soft">{summary()}</p>
    </Show>
  );
}
