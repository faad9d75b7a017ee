import { type Accessor, Show } from "solid-js";

interface Props {
  pointed: Accessor<number | undefined>;
  dragged: Accessor<{ from: number; to: number } | null>;
  x: (at: number) => number;
  step: number;
  top: number;
  bottom: number;
}

export function ChartCursor(props: Props) {
  const height = () => props.bottom - props.top;
  return (
    <>
      <Show when={props.dragged()}>
        {(drag) => (
          <rect
            class="chart__drag"
            x={props.x(drag().from) - props.step / 2}
            y={props.top}
            width={(drag().to - drag().from + 1) * props.step}
            height={height()}
          />
        )}
      </Show>
      <Show when={props.pointed() !== undefined}>
        <line
          class="chart__cursor"
          x1={props.x(props.pointed() ?? 0)}
          x2={props.x(props.pointed() ?? 0)}
          y1={props.top}
          y2={props.bottom}
        />
      </Show>
    </>
  );
}

export function ChartShade(props: { id: string }) {
  return (
    <defs>
      <linearGradient id={props.id} x1="0" y1="0" x2="0" y2="1">
        <stop class="chart__shade" offset="0" stop-opacity="0.28" />
        <stop class="chart__shade" offset="1" stop-opacity="0.02" />
      </linearGradient>
    </defs>
  );
}
