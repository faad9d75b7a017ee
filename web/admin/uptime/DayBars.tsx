import { createSignal, For } from "solid-js";
import type { MonitorReport } from "../../../src/schema/report.ts";
import { text } from "../text/report.ts";

type Day = NonNullable<MonitorReport["days"]>[number];

const TONES = ["good", "warn", "bad", "none"] as const;
type Tone = (typeof TONES)[number];
/** Height repeats the colour, for readers and printouts without colour. */
const HEIGHTS: Readonly<Record<Tone, number>> = { good: 20, warn: 14, bad: 8, none: 2 };
const BAD_BELOW = 0.95;

/** One shape per tone, because a year of many monitors would be thousands of elements. */
export function DayBars(props: { days: readonly Day[]; target: number }) {
  const [shown, setShown] = createSignal("");
  const toneOf = ({ uptime }: Day): Tone => {
    if (uptime === null) return "none";
    if (uptime * 100 >= props.target) return "good";
    return uptime < BAD_BELOW ? "bad" : "warn";
  };
  const shapeOf = (tone: Tone) =>
    props.days
      .map((day, i) => (toneOf(day) === tone ? `M${i + 0.1} 20h.8v-${HEIGHTS[tone]}h-.8z` : ""))
      .join("");
  const summary = () => {
    const count = (...tones: Tone[]) => props.days.filter((day) => tones.includes(toneOf(day))).length;
    return text.bars(count("good"), count("warn", "bad"), count("none"));
  };
  function show(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const day = props.days[Math.floor(((event.clientX - left) / width) * props.days.length)];
    if (day) setShown(text.day(day.date, day.uptime === null ? text.noData : text.percent(day.uptime)));
  }
  return (
    <span class="report__bars" title={shown()}>
      <svg
        role="img"
        aria-label={summary()}
        viewBox={`0 0 ${Math.max(1, props.days.length)} 20`}
        preserveAspectRatio="none"
        onPointerMove={show}
      >
        <For each={TONES}>
          {(tone) => <path class={`report__bar report__bar--${tone}`} d={shapeOf(tone)} />}
        </For>
      </svg>
    </span>
  );
}
