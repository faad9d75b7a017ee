import { createMemo, createSignal, createUniqueId, For, onCleanup, onMount, Show } from "solid-js";
import { labelRoom, scaleOf } from "./chart_scale.ts";

export interface ChartPoint {
  at: number;
  /** Null where nothing was measured. */
  value: number | null;
  /** Marks the stretch as one that went wrong. */
  isBad?: boolean;
  /** Said when the pointer is there. */
  told: string;
}

const HEIGHT = 200;
const BOTTOM = 24;
const TOP = 10;

/** A line over time, drawn by hand. The figures beside it and the table below say the same in words. */
export function TimeChart(props: {
  label: string;
  points: readonly ChartPoint[];
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
}) {
  const id = createUniqueId();
  let element!: HTMLDivElement;
  const [width, setWidth] = createSignal(640);
  const [pointed, setPointed] = createSignal<number>();
  onMount(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)),
    );
    observer.observe(element);
    onCleanup(() => observer.disconnect());
  });

  const scale = createMemo(() => scaleOf(props.points.map(({ value }) => value)));
  const top = () => scale().at(-1) ?? 1;
  const left = createMemo(() => labelRoom(scale().map(props.formatValue)));
  const step = () => (width() - left()) / Math.max(1, props.points.length);
  const x = (at: number) => left() + (at + 0.5) * step();
  const y = (value: number) => TOP + (1 - value / top()) * (HEIGHT - TOP - BOTTOM);
  const runs = createMemo(() => runsOf(props.points));
  const line = (run: Run) =>
    run.map(({ at, value }, i) => `${i === 0 ? "M" : "L"}${x(at)} ${y(value)}`).join("");
  const area = (run: Run) =>
    `${line(run)}L${x(run.at(-1)?.at ?? 0)} ${HEIGHT - BOTTOM}L${x(run[0]?.at ?? 0)} ${HEIGHT - BOTTOM}Z`;
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
        <For each={props.points}>
          {(point, at) => (
            <Show when={point.isBad}>
              <rect
                class="chart__bad"
                x={x(at()) - step() / 2}
                y={TOP}
                width={step()}
                height={HEIGHT - TOP - BOTTOM}
              />
            </Show>
          )}
        </For>
        <For each={scale()}>
          {(value) => (
            <>
              <line class="chart__grid" x1={left()} x2={width()} y1={y(value)} y2={y(value)} />
              <text class="chart__text" x={left() - 8} y={y(value) + 4} text-anchor="end">
                {props.formatValue(value)}
              </text>
            </>
          )}
        </For>
        <For each={marks()}>
          {(at, i) => (
            <text
              class="chart__text"
              x={i() === 0 ? left() : i() === marks().length - 1 ? width() : x(at)}
              y={HEIGHT - 6}
              text-anchor={i() === 0 ? "start" : i() === marks().length - 1 ? "end" : "middle"}
            >
              {props.formatTime(props.points[at]?.at ?? 0)}
            </text>
          )}
        </For>
        <For each={runs()}>
          {(run) => (
            <Show
              when={run.length > 1}
              fallback={
                <circle class="chart__dot" cx={x(run[0]?.at ?? 0)} cy={y(run[0]?.value ?? 0)} r="2.5" />
              }
            >
              <path d={area(run)} fill={`url(#${id})`} />
              <path class="chart__line" d={line(run)} />
            </Show>
          )}
        </For>
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

type Run = readonly { at: number; value: number }[];

/** Stretches without a gap. */
function runsOf(points: readonly ChartPoint[]): Run[] {
  const runs: { at: number; value: number }[][] = [];
  let isOpen = false;
  for (const [at, { value }] of points.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) runs.push([]);
    runs.at(-1)?.push({ at, value });
    isOpen = true;
  }
  return runs;
}
