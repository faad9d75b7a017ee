import { createMemo, createUniqueId, For, Show } from "solid-js";
import { ChartCursor, ChartShade } from "./ChartCursor.tsx";
import { ChartLine, linePath } from "./ChartLine.tsx";
import { BadSpans, ChartMarks } from "./ChartMarks.tsx";
import { BOTTOM, createChartGeometry, HEIGHT, TOP } from "./chart_geometry.ts";
import { createChartPointer } from "./chart_pointer.ts";
import { TimeMarks } from "./TimeMarks.tsx";
import { type ChartMark, type ChartPoint, type ChartRange, indexAt, runsOf } from "./time_chart_shape.ts";
import { ValueLines } from "./ValueLines.tsx";

interface Props {
  label: string;
  points: readonly ChartPoint[];
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  compared?: readonly (number | null)[];
  marks?: readonly ChartMark[];
  onZoom?: (range: ChartRange) => void;
}

export function TimeChart(props: Props) {
  const id = createUniqueId();
  let element!: HTMLDivElement;
  const { width, left, step, x, y, scale, compared, marks } = createChartGeometry(props, () => element);
  const runs = createMemo(() => runsOf(props.points.map(({ value }) => value)));
  const pointer = createChartPointer({
    points: () => props.points,
    indexOf: (clientX) => Math.floor((clientX - element.getBoundingClientRect().left - left()) / step()),
    onZoom: () => props.onZoom,
  });
  return (
    <div
      ref={element}
      class="chart"
      classList={{ "chart--zoomed": props.onZoom !== undefined }}
      {...pointer.handlers}
    >
      <svg role="img" aria-label={props.label} width={width()} height={HEIGHT}>
        <ChartShade id={id} />
        <BadSpans points={props.points} x={x} step={step()} top={TOP} bottom={HEIGHT - BOTTOM} />
        <ValueLines values={scale()} y={y} left={left()} width={width()} formatValue={props.formatValue} />
        <TimeMarks
          marks={marks()}
          x={x}
          left={left()}
          width={width()}
          height={HEIGHT}
          labelOf={(at) => props.formatTime(props.points[at]?.at ?? 0)}
        />
        <ChartMarks
          marks={props.marks ?? []}
          x={(time) => x(indexAt(props.points, time))}
          left={left()}
          right={width()}
          top={TOP}
          bottom={HEIGHT - BOTTOM}
        />
        <For each={runsOf(compared())}>
          {(run) => <path class="chart__before" d={linePath(run, { x, y })} />}
        </For>
        <ChartLine id={id} runs={runs()} x={x} y={y} bottom={HEIGHT - BOTTOM} />
        <ChartCursor {...pointer} x={x} step={step()} top={TOP} bottom={HEIGHT - BOTTOM} />
      </svg>
      <Show when={props.points[pointer.pointed() ?? -1]}>
        {(point) => (
          <div
            class="chart__tip"
            style={{ left: `${Math.min(width() - 90, Math.max(left() + 60, x(pointer.pointed() ?? 0)))}px` }}
          >
            {point().summary}
          </div>
        )}
      </Show>
    </div>
  );
}
