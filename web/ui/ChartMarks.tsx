import { For, Show } from "solid-js";
import type { ChartMark, ChartPoint } from "./time_chart_shape.ts";

const NARROWEST = 2;
const SIZE = 5;

export function ChartMarks(props: {
  marks: readonly ChartMark[];
  x: (time: number) => number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}) {
  const within = (x: number) => Math.min(props.right, Math.max(props.left, x));
  const isShown = ({ from, to }: ChartMark) => props.x(to) >= props.left && props.x(from) <= props.right;
  return (
    <For each={props.marks.filter(isShown)}>
      {(mark) => {
        const from = () => within(props.x(mark.from));
        const width = () => Math.max(NARROWEST, within(props.x(mark.to)) - from());
        return (
          <g class={`chart__mark chart__mark--${mark.kind}`}>
            <title>{mark.label}</title>
            <Show when={mark.kind !== "settings"}>
              <rect
                class="chart__span"
                x={from()}
                y={props.top}
                width={width()}
                height={props.bottom - props.top}
              />
            </Show>
            <line x1={from()} x2={from()} y1={props.top} y2={props.bottom} />
            <path d={`M${from() - SIZE} ${props.top - SIZE}h${2 * SIZE}l${-SIZE} ${SIZE + 3}z`} />
          </g>
        );
      }}
    </For>
  );
}

export function BadSpans(props: {
  points: readonly ChartPoint[];
  x: (at: number) => number;
  step: number;
  top: number;
  bottom: number;
}) {
  return (
    <For each={props.points}>
      {(point, at) => (
        <Show when={point.isBad}>
          <rect
            class="chart__bad"
            x={props.x(at()) - props.step / 2}
            y={props.top}
            width={props.step}
            height={props.bottom - props.top}
          />
        </Show>
      )}
    </For>
  );
}
