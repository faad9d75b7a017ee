import { For, type JSX, Show } from "solid-js";
import { MONITOR_DAYS, type MonitorDays } from "../../../src/domain/page/site.ts";
import type { PublicChart } from "../../../src/schema/public_page.ts";
import { ChartFigures } from "../blocks/ChartCard.tsx";
import { shapeChart } from "../blocks/chart_shape.ts";
import { useStatusPage } from "../page_context.tsx";

interface Props {
  id: number;
  chart: PublicChart;
  days: MonitorDays;
}

export function ResponseTimes(props: Props): JSX.Element {
  const { t, to } = useStatusPage();
  const nameOf = (days: MonitorDays) =>
    days === 1 ? t("chart.lastHours", { n: 24 }) : t("chart.lastDays", { n: days });
  const pathOf = (days: MonitorDays) => to(`/monitor/${props.id}${days === 1 ? "" : `?days=${days}`}`);
  const shape = () => shapeChart(props.chart, "avg");
  return (
    <section>
      <div class="section-head">
        <h2>{t("chart.value")}</h2>
        <nav class="ranges" aria-label={t("chart.value")}>
          <For each={MONITOR_DAYS}>
            {(days) => (
              <a href={pathOf(days)} aria-current={days === props.days ? "true" : undefined}>
                {nameOf(days)}
              </a>
            )}
          </For>
        </nav>
      </div>
      <figure class="svc-chart-card size-m">
        <Show when={shape().highest !== null} fallback={<p class="nothing">{t("empty.chart")}</p>}>
          <ChartFigures
            shape={shape()}
            hours={props.days * 24}
            hasArea
            aggregation="avg"
            label={`${t("chart.avg")}, ${nameOf(props.days)}`}
          />
        </Show>
      </figure>
    </section>
  );
}
