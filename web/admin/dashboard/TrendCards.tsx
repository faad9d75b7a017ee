import { Show } from "solid-js";
import type { DashboardTrends } from "../../../src/schema/dashboard.ts";
import { makeDateFormat } from "../../lib/date_format.ts";
import { language } from "../../lib/language.ts";
import type { Load } from "../../lib/load.ts";
import { DayStrip } from "../../ui/DayStrip.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { TimeChart } from "../../ui/TimeChart.tsx";
import { text } from "../text/dashboard.ts";
import { text as monitorText } from "../text/monitor.ts";
import { BoardCard } from "./BoardCard.tsx";
import { averageOf } from "./trends.ts";

const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function TrendCards(props: { load: Load<DashboardTrends> }) {
  return (
    <>
      <BoardCard title={text.trends.uptime}>
        <div class="card__body">
          <Loaded load={props.load} lines={2}>
            {(trends) => (
              <Show when={trends().uptime !== null} fallback={<p class="soft">{text.trends.noData}</p>}>
                <DayStrip days={trends().days} />
              </Show>
            )}
          </Loaded>
        </div>
      </BoardCard>
      <div class="cockpit__charts">
        <BoardCard title={text.trends.response}>
          <div class="card__body">
            <Loaded load={props.load} lines={5}>
              {(trends) => <ResponseTimes hours={trends().hours} />}
            </Loaded>
          </div>
        </BoardCard>
        <BoardCard title={text.trends.checks}>
          <div class="card__body">
            <Loaded load={props.load} lines={5}>
              {(trends) => <Checks hours={trends().hours} />}
            </Loaded>
          </div>
        </BoardCard>
      </div>
    </>
  );
}

function ResponseTimes(props: { hours: DashboardTrends["hours"] }) {
  const average = () => averageOf(props.hours);
  return (
    <Show when={average() !== null} fallback={<p class="soft">{text.trends.noResponses}</p>}>
      <TimeChart
        label={`${text.trends.response}: ${monitorText.ms(average() ?? 0)}`}
        points={props.hours.map(({ at, avg, p95 }) => ({
          at,
          value: avg,
          told: `${clock.format(at)}: ${avg === null ? text.trends.noData : text.trends.times(monitorText.ms(avg), monitorText.ms(p95 ?? avg))}`,
        }))}
        formatValue={monitorText.ms}
        formatTime={(at) => clock.format(at)}
      />
    </Show>
  );
}

function Checks(props: { hours: DashboardTrends["hours"] }) {
  const total = () => props.hours.reduce((sum, { responses }) => sum + responses, 0);
  const formatCount = (value: number) => Math.round(value).toLocaleString(language);
  return (
    <Show when={total() > 0} fallback={<p class="soft">{text.trends.noResponses}</p>}>
      <TimeChart
        label={`${text.trends.checks}: ${formatCount(total())}`}
        points={props.hours.map(({ at, responses }) => ({
          at,
          value: responses,
          told: `${clock.format(at)}: ${formatCount(responses)}`,
        }))}
        formatValue={formatCount}
        formatTime={(at) => clock.format(at)}
      />
    </Show>
  );
}
