import { createMemo, For } from "solid-js";
import { makeDateFormat } from "../lib/date_format.ts";
import { type Day, dayTone, describeDay } from "./day_words.ts";

const month = makeDateFormat({ month: "short", timeZone: "UTC" });
const WEEK = 7;

export function YearCalendar(props: { label: string; days: readonly Day[] }) {
  const shown = createMemo(() => {
    const first = props.days.find(({ uptime }) => uptime !== null)?.date.slice(0, 7) ?? "";
    return props.days.filter(({ date }) => date.slice(0, 7) >= first);
  });
  const offset = () => (new Date(shown()[0]?.date ?? 0).getUTCDay() + WEEK - 1) % WEEK;
  const columnOf = (at: number) => Math.floor((at + offset()) / WEEK) + 1;
  const months = createMemo(() =>
    shown().flatMap(({ date }, at) =>
      date.endsWith("-01") || at === 0 ? [{ date, column: columnOf(at) }] : [],
    ),
  );
  return (
    <section class="year" aria-label={props.label} tabindex={0}>
      <div class="year__months small soft" aria-hidden="true">
        <For each={months().filter(({ column }, i, all) => (all[i + 1]?.column ?? 99) - column > 2)}>
          {({ date, column }) => (
            <span style={{ "grid-column": String(column) }}>{month.format(Date.parse(date))}</span>
          )}
        </For>
      </div>
      <ol class="year__days plain">
        <For each={shown()}>
          {(day, at) => (
            <li
              class={`days__one days__one--${dayTone(day)}`}
              style={at() === 0 ? { "grid-row-start": String(offset() + 1) } : {}}
              title={describeDay(day)}
            >
              <span class="visually-hidden">{describeDay(day)}</span>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
