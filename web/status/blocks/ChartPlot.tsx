import { createSignal, type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { CHART_HEIGHT, CHART_WIDTH, type ChartShape, shareOf } from "./chart_shape.ts";
import { makeReadable } from "./reader.ts";

interface Props {
  shape: ChartShape;
  hours: number;
  hasArea: boolean;
  label: string;
}

export function ChartPlot(props: Props): JSX.Element {
  const { t, ms, date, isAlive } = useStatusPage();
  const [hasDot, setDot] = createSignal(false);
  let plot!: HTMLDivElement;
  let dot!: HTMLSpanElement;

  const points = () => props.shape.points;
  const tick = (share: number) => {
    const point = points()[Math.floor((points().length - 1) * share)];
    return point ? date(point.at, props.hours <= 24 ? "clock" : "day") : "";
  };
  const story = () => {
    const { typical, highest } = props.shape;
    return `${props.label}: ${t("chart.typical")} ${ms(typical ?? 0)}, ${t("chart.highest")} ${ms(highest ?? 0)}`;
  };

  makeReadable({
    isAlive,
    element: () => plot,
    count: () => points().length,
    linesOf: (index) => {
      const point = points()[index];
      const value = point?.value == null ? t("chart.noValue") : ms(point.value);
      const time = date(point?.at ?? 0, props.hours <= 24 ? "time" : "dayTime");
      return point?.isDown ? [time, value, t("status.down")] : [time, value];
    },
    mark: (index) => {
      const point = index === null ? undefined : points()[index];
      setDot(point !== undefined);
      if (index === null || !point) return null;
      dot.style.left = `${shareOf(index, points().length) * 100}%`;
      dot.style.top = `${100 - ((point.value ?? 0) / props.shape.top) * 100}%`;
      return dot;
    },
  });

  return (
    <div class="svc-chart">
      <div class="grid" aria-hidden="true">
        <span>
          <b>{ms(props.shape.top)}</b>
        </span>
        <span>
          <b>{ms(props.shape.top / 2)}</b>
        </span>
        <span>
          <b>0</b>
        </span>
      </div>
      <div ref={plot} class="plot" role="img" aria-label={isAlive() ? props.label : story()}>
        <svg viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <Show when={props.hasArea}>
            <path class="area" d={props.shape.area} />
          </Show>
          <path class="line" d={props.shape.line} />
          <Show when={props.shape.down}>
            <path class="down" d={props.shape.down} />
          </Show>
        </svg>
        <span ref={dot} class="dot" classList={{ on: hasDot() }} />
      </div>
      <p class="scale" aria-hidden="true">
        <span>{tick(0)}</span>
        <span>{tick(0.5)}</span>
        <span>{t("chart.now")}</span>
      </p>
    </div>
  );
}
