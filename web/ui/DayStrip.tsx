import { createMemo, For, Show } from "solid-js";
import { makeDateFormat } from "../lib/date_format.ts";
import { type Day, dayTone, describeDay } from "./day_words.ts";
import { text } from "./text.ts";

const short = makeDateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

export function DayStrip(props: { days: readonly Day[] }) {
  const shown = createMemo(() => {
    const first = props.days.findIndex(({ uptime }) => uptime !== null);
    return props.days.slice(first === -1 ? -1 : first);
  });
  const isWhole = () => shown().length === props.days.length;
  return (
    <div class="stack stack--tight">
      <ol class={`days plain${isWhole() ? "" : " days--young"}`}>
        <For each={shown()}>{(day) => <Bar day={day} />}</For>
      </ol>
      <div class="row row--spread small soft" aria-hidden="true">
        <Show when={shown().length > 1}>
          <span>{isWhole() ? text.days.ago : short.format(Date.parse(shown()[0]?.date ?? ""))}</span>
        </Show>
        <span>{text.days.today}</span>
      </div>
    </div>
  );
}

function Bar(props: { day: Day }) {
  const said = () => describeDay(props.day);
  return (
    <li class={`days__one days__one--${dayTone(props.day)}`} title={said()}>
      <span class="visually-hidden">{said()}</span>
    </li>
  );
}
