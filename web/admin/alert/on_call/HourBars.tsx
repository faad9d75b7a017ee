import { For } from "solid-js";
import { text } from "../../text/on_call.ts";
import "./on_call.css";

const hourOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export function HourBars(props: { hours: readonly number[] }) {
  const most = () => Math.max(1, ...props.hours);
  const busiest = () => hourOf(props.hours.indexOf(Math.max(...props.hours)));
  return (
    <span class="hour-bars" role="img" aria-label={text.report.bars(busiest())}>
      <For each={props.hours}>
        {(count, hour) => (
          <span
            class="hour-bars__one"
            title={text.report.hour(hourOf(hour()), count)}
            style={{ "--share": count / most() }}
          />
        )}
      </For>
    </span>
  );
}
