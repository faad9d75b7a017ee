import { createMemo, For } from "solid-js";
import { makeDateFormat } from "../lib/date_format.ts";
import { formatShare, toneOf } from "../lib/share.ts";
import { text } from "./text.ts";

interface Day {
  /** 2026-08-15 */
  date: string;
  uptime: number | null;
  seconds?: { degraded: number };
}

const short = makeDateFormat({ day: "numeric", month: "short", timeZone: "UTC" });
const long = makeDateFormat({ weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });

/** Begins where something is known: a young monitor has no grey past. */
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
        <span>{isWhole() ? text.days.ago : short.format(Date.parse(shown()[0]?.date ?? ""))}</span>
        <span>{text.days.today}</span>
      </div>
    </div>
  );
}

function Bar(props: { day: Day }) {
  const tone = () => toneOf(props.day.uptime, (props.day.seconds?.degraded ?? 0) > 0);
  const said = () =>
    text.days.one(long.format(Date.parse(props.day.date)), formatShare(props.day.uptime) ?? text.days.noData);
  return (
    <li class={`days__one days__one--${tone()}`} title={said()}>
      <span class="visually-hidden">{said()}</span>
    </li>
  );
}
