import { For, Show } from "solid-js";
import type { Run } from "./time_chart_shape.ts";

export function ChartLine(props: {
  id: string;
  runs: readonly Run[];
  x: (at: number) => number;
  y: (value: number) => number;
  bottom: number;
}) {
  const line = (run: Run) => linePath(run, props);
  const area = (run: Run) =>
    `${line(run)}L${props.x(run.at(-1)?.at ?? 0)} ${props.bottom}L${props.x(run[0]?.at ?? 0)} ${props.bottom}Z`;
  return (
    <For each={props.runs}>
      {(run) => (
        <Show
          when={run.length > 1}
          fallback={
            <circle
              class="chart__dot"
              cx={props.x(run[0]?.at ?? 0)}
              cy={props.y(run[0]?.value ?? 0)}
              r="2.5"
            />
          }
        >
          <path d={area(run)} fill={`url(#${props.id})`} />
          <path class="chart__line" d={line(run)} />
        </Show>
      )}
    </For>
  );
}

export function linePath(
  run: Run,
  { x, y }: { x: (at: number) => number; y: (value: number) => number },
): string {
  return run.map(({ at, value }, i) => `${i === 0 ? "M" : "L"}${x(at)} ${y(value)}`).join("");
}
