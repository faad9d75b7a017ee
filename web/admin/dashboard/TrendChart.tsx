import { Show } from "solid-js";
import type { DashboardTrends } from "../../../src/schema/dashboard.ts";
import { makeDateFormat } from "../../lib/date_format.ts";
import { language } from "../../lib/language.ts";
import { TimeChart } from "../../ui/TimeChart.tsx";
import { text } from "../text/dashboard.ts";
import { text as monitorText } from "../text/monitor.ts";
import { averageOf } from "./trends.ts";

interface TrendProps {
  hours: DashboardTrends["hours"];
}

const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export default function TrendChart(props: TrendProps & { of: "responses" | "checks" }) {
  return (
    <Show when={props.of === "responses"} fallback={<Checks hours={props.hours} />}>
      <ResponseTimes hours={props.hours} />
    </Show>
  );
}

function ResponseTimes(props: TrendProps) {
  const average = () => averageOf(props.hours);
  return (
    <Show when={average() !== null} fallback={<p class="soft">{text.trends.noResponses}</p>}>
      <TimeChart
        label={`${text.trends.response}: ${monitorText.ms(average() ?? 0)}`}
        points={props.hours.map(({ at, avg, p95 }) => ({
          at,
          value: avg,
          summary: `${clock.format(at)}: ${avg === null ? text.trends.noData : text.trends.times(monitorText.ms(avg), monitorText.ms(p95 ?? avg))}`,
        }))}
        formatValue={monitorText.ms}
        formatTime={(at) => clock.format(at)}
      />
    </Show>
  );
}

function Checks(props: TrendProps) {
  const total = () => props.hours.reduce((sum, { responses }) => sum + responses, 0);
  const formatCount = (value: number) => Math.round(value).toLocaleString(language);
  return (
    <Show when={total() > 0} fallback={<p class="soft">{text.trends.noResponses}</p>}>
      <TimeChart
        label={`${text.trends.checks}: ${formatCount(total())}`}
        points={props.hours.map(({ at, responses }) => ({
          at,
          value: responses,
          summary: `${clock.format(at)}: ${formatCount(responses)}`,
        }))}
        formatValue={formatCount}
        formatTime={(at) => clock.format(at)}
      />
    </Show>
  );
}
