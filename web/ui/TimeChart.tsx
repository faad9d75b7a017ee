import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { createElementWidth } from "../lib/element_width.ts";
import { ChartLine } from "./ChartLine.tsx";
import { labelRoom, scaleOf } from "./chart_scale.ts";
import { TimeMarks } from "./TimeMarks.tsx";
import { type ChartPoint, runsOf } from "./time_chart_shape.ts";
import { ValueLines } from "./ValueLines.tsx";

const HEIGHT = 200;
const BOTTOM = 24;
const TOP = 10;

export function TimeChart(props: {
  label: string;
  points: readonly ChartPoint[];
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
}) {
  const id = createUniqueId();
  let element!: HTMLDivElement;
  const ownWidth = createElementWidth(() => element, 640);
  const width = () => Math.max(240, ownWidth());
  const [pointed, setPointed] = createSignal<number>();
  const scale = createMemo(() => scaleOf(props.points.map(({ value }) => value)));
  const top = () => scale().at(-1) ?? 1;
  const left = createMemo(() => labelRoom(scale().map(props.formatValue)));
  const step = () => (width() - left()) / Math.max(1, props.points.length);
  const x = (at: number) => left() + (at + 0.5) * step();
  const y = (value: number) => TOP + (1 - value / top()) * (HEIGHT - TOP - BOTTOM);
  const runs = createMemo(() => runsOf(props.points));
  const marks = createMemo(() => {
    const count = Math.min(props.points.length, Math.max(2, Math.floor(width() / 130)));
    return Array.from({ length: count }, (_, i) => Math.round((i * (props.points.length - 1)) / (count - 1)));
  });

  return (
    <div
      ref={element}
      class="chart"
      onPointerMove={(event) => {
        const at = Math.floor((event.clientX - element.getBoundingClientRect().left - left()) / step());
        setPointed(props.points[at] ? at : undefined);
      }}
      onPointerLeave={() => setPointed(undefined)}
    >
      <svg role="img" aria-label={props.label} width={width()} height={HEIGHT}>
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop class="chart__shade" offset="0" stop-opacity="0.28" />
            <stop class="chart__shade" offset="1" stop-opacity="0.02" />
          </linearGradient>
        </defs>
        <BadSpans points={props.points} x={x} step={step()} />
        <ValueLines values={scale()} y={y} left={left()} width={width()} formatValue={props.formatValue} />
        <TimeMarks
          marks={marks()}
          x={x}
          left={left()}
          width={width()}
          height={HEIGHT}
          labelOf={(at) => props.formatTime(props.points[at]?.at ?? 0)}
        />
        <ChartLine id={id} runs={runs()} x={x} y={y} bottom={HEIGHT - BOTTOM} />
        <Show when={pointed() !== undefined}>
          <line
            class="chart__cursor"
            x1={x(pointed() ?? 0)}
            x2={x(pointed() ?? 0)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
        </Show>
      </svg>
      <Show when={props.points[pointed() ?? -1]}>
        {(point) => (
          <div
            class="chart__tip"
            style={{ left: `${Math.min(width() - 90, Math.max(left() + 60, x(pointed() ?? 0)))}px` }}
          >
            {point().told}
          </div>
        )}
      </Show>
    </div>
  );
}

function BadSpans(props: { points: readonly ChartPoint[]; x: (at: number) => number; step: number }) {
  return (
    <For each={props.points}>
      {(point, at) => (
        <Show when={point.isBad}>
          <rect
            class="chart__bad"
            x={props.x(at()) - props.step / 2}
            y={TOP}
            width={props.step}
            height={HEIGHT - TOP - BOTTOM}
          />
        </Show>
      )}
    </For>
  );
}
