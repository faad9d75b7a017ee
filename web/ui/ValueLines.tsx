import { For } from "solid-js";

export function ValueLines(props: {
  values: readonly number[];
  y: (value: number) => number;
  left: number;
  width: number;
  formatValue: (value: number) => string;
}) {
  return (
    <For each={props.values}>
      {(value) => (
        <>
          <line
            class="chart__grid"
            x1={props.left}
            x2={props.width}
            y1={props.y(value)}
            y2={props.y(value)}
          />
          <text class="chart__text" x={props.left - 8} y={props.y(value) + 4} text-anchor="end">
            {props.formatValue(value)}
          </text>
        </>
      )}
    </For>
  );
}
