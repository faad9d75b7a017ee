import { createMemo, type JSX, Show } from "solid-js";
import type { ChartNode } from "../../../src/schema/layout.ts";
import type { PublicChart } from "../../../src/schema/public_page.ts";
import { DOT } from "../facts.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { toneOfMonitor, wordOfTone } from "../tone.ts";
import { ChartNumbers } from "./ChartNumbers.tsx";
import { ChartPlot } from "./ChartPlot.tsx";
import { type ChartShape, shapeChart } from "./chart_shape.ts";

const NOTHING: PublicChart = { buckets: [], uptime: null };
const SIZES: Record<ChartNode["chartH"], string> = { 3: "s", 5: "m", 7: "l" };

export function ChartCard(props: { node: ChartNode }): JSX.Element {
  const { page, findMonitor, t, percent, isStale } = useStatusPage();
  const monitor = createMemo(() => findMonitor(props.node.monitorId));
  const chart = createMemo(() => page().charts[props.node.id] ?? NOTHING);
  const shape = createMemo(() => shapeChart(chart(), props.node.aggregation));
  const title = () => props.node.title || monitor()?.name || "";
  const range = () => {
    const { hours } = props.node;
    return hours <= 24 ? t("chart.lastHours", { n: hours }) : t("chart.lastDays", { n: hours / 24 });
  };
  const facts = () => {
    const { uptime } = chart();
    return [
      props.node.showMonitorType && monitor()?.typeLabel,
      range(),
      props.node.showUptimePct && uptime !== null && t("uptime.percent", { percent: percent(uptime) }),
    ].filter(Boolean);
  };
  return (
    <Show when={monitor()}>
      {(shown) => (
        <figure class={`svc-chart-card size-${SIZES[props.node.chartH]}`} data-chart={shown().id}>
          <figcaption>
            <h2>
              <Mark tone={isStale() ? "pending" : toneOfMonitor(shown())} />
              <span class="hidden">
                {t(isStale() ? "status.unknown" : wordOfTone(toneOfMonitor(shown()), [shown()]))}:{" "}
              </span>
              {title()}
            </h2>
            <p class="facts">{facts().join(DOT)}</p>
          </figcaption>
          <Show when={shape().highest !== null} fallback={<p class="nothing">{t("empty.chart")}</p>}>
            <ChartFigures
              shape={shape()}
              hours={props.node.hours}
              hasArea={props.node.showArea}
              aggregation={props.node.aggregation}
              label={`${title()}, ${t(`chart.${props.node.aggregation}`)}, ${range()}`}
            />
          </Show>
        </figure>
      )}
    </Show>
  );
}

interface FiguresProps {
  shape: ChartShape;
  hours: number;
  hasArea: boolean;
  aggregation: ChartNode["aggregation"];
  label: string;
}

export function ChartFigures(props: FiguresProps): JSX.Element {
  const { t, ms, isStale } = useStatusPage();
  const figure = (label: string, value: number | null) => (
    <>
      <dt>{t(label)}</dt>
      <dd>{value === null ? "–" : ms(value)}</dd>
    </>
  );
  return (
    <>
      <dl>
        {figure("chart.now", isStale() ? null : props.shape.latest)}
        {figure("chart.typical", props.shape.typical)}
        {figure("chart.highest", props.shape.highest)}
      </dl>
      <ChartPlot {...props} />
      <ChartNumbers shape={props.shape} label={t(`chart.${props.aggregation}`)} />
    </>
  );
}
