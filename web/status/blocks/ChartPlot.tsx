import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { Time } from "../parts/Time.tsx";
import { CHART_HEIGHT, CHART_WIDTH, type ChartShape, writePoints } from "./chart_shape.ts";

interface Props {
  shape: ChartShape;
  hours: number;
  hasArea: boolean;
  label: string;
}

export function ChartPlot(props: Props): JSX.Element {
  const { t, ms } = useStatusPage();
  const points = () => props.shape.points;
  const isShort = () => props.hours <= 24;
  const tick = (share: number) => {
    const [first, second] = points().map(({ at }) => Date.parse(at));
    if (first === undefined || second === undefined) return undefined;
    return new Date(first + share * points().length * (second - first)).toISOString();
  };
  const story = () => {
    const { typical, highest } = props.shape;
    return `${props.label}: ${t("chart.typical")} ${ms(typical ?? 0)}, ${t("chart.highest")} ${ms(highest ?? 0)}`;
  };
  return (
    <div class="svc-chart">
      <div class="grid" aria-hidden="true">
        <b>{ms(props.shape.top)}</b>
        <b>{ms(props.shape.top / 2)}</b>
        <b>0</b>
      </div>
      <div
        class="plot"
        role="img"
        aria-label={story()}
        data-label={props.label}
        data-points={writePoints(props.shape)}
        data-hours={props.hours}
      >
        <svg viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <Show when={props.hasArea}>
            <path class="area" d={props.shape.area} />
          </Show>
          <path class="line" d={props.shape.line} />
          <Show when={props.shape.down}>
            <path class="down" d={props.shape.down} />
          </Show>
        </svg>
      </div>
      <p class="scale" aria-hidden="true">
        <Tick at={tick(0)} isShort={isShort()} />
        <Tick at={tick(0.5)} isShort={isShort()} />
        <span>{t("chart.now")}</span>
      </p>
    </div>
  );
}

function Tick(props: { at: string | undefined; isShort: boolean }): JSX.Element {
  return (
    <Show when={props.at} fallback={<span />}>
      {(at) => <Time at={at()} style={props.isShort ? "clock" : "day"} />}
    </Show>
  );
}
