import { For } from "solid-js";

export function ValueLines(props: {
  lines: number;
  top: number;
  y: (value: number) => number;
  left: number;
  width: number;
  formatValue: (value: number) => string;
}) {
  return (
    <For each={Array.from({ length: props.lines + 1 }, (_, i) => i / props.lines)}>
      {(share) => (
        <>
          <line
            class="chart__grid"
            x1={props.left}
            x2={props.width}
            y1={props.y(share * props.top)}
            y2={props.y(share * props.top)}
          />
          <text class="chart__text" x={props.left - 8} y={props.y(share * props.top) + 4} text-anchor="end">
            {props.formatValue(share * props.top)}
          </text>
        </>
      )}
    </For>
  );
}
