import { For } from "solid-js";

export function TimeMarks(props: {
  marks: readonly number[];
  x: (at: number) => number;
  left: number;
  width: number;
  height: number;
  labelOf: (at: number) => string;
}) {
  return (
    <For each={props.marks}>
      {(at, i) => (
        <text
          class="chart__text"
          x={i() === 0 ? props.left : i() === props.marks.length - 1 ? props.width : props.x(at)}
          y={props.height - 6}
          text-anchor={i() === 0 ? "start" : i() === props.marks.length - 1 ? "end" : "middle"}
        >
          {props.labelOf(at)}
        </text>
      )}
    </For>
  );
}
