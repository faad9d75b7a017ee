import { createMemo, For } from "solid-js";
import { GLANCE_CHECKS } from "../../../../src/schema/glance_limits.ts";
import { STATUS_TONES } from "../../live/status_look.ts";
import { text } from "../../text/monitor.ts";
import { type Beat, describeBeat } from "./beats.ts";
import "./beat_strip.css";

const STEP = 6;
const HEIGHT = 16;
/** Heights differ, to not rely on colour alone. */
const TALL = { good: 10, warn: 13, bad: HEIGHT, neutral: 10, accent: 10 } as const;
const TONES = ["good", "warn", "bad"] as const;

export function BeatStrip(props: { beats: readonly Beat[] }) {
  const first = () => GLANCE_CHECKS - props.beats.length;
  const paths = createMemo(() => {
    const drawn = { good: "", warn: "", bad: "" } as Record<string, string>;
    for (const [at, { status }] of props.beats.entries()) {
      const tone = STATUS_TONES[status];
      drawn[tone] += `M${(first() + at) * STEP} ${HEIGHT}v${-TALL[tone]}h${STEP - 1}v${TALL[tone]}z`;
    }
    return drawn;
  });

  function showBeat(event: PointerEvent & { currentTarget: HTMLElement }): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * GLANCE_CHECKS) - first();
    const beat = props.beats[at];
    event.currentTarget.title = beat ? describeBeat(beat) : "";
  }

  return (
    <span class="beat-strip" role="img" aria-label={describeBeats(props.beats)} onPointerMove={showBeat}>
      <svg viewBox={`0 0 ${GLANCE_CHECKS * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <For each={TONES}>{(tone) => <path class={`beat-strip__${tone}`} d={paths()[tone] ?? ""} />}</For>
      </svg>
    </span>
  );
}

function describeBeats(beats: readonly Beat[]): string {
  if (beats.length === 0) return text.beats.none;
  return text.beats.summary(beats.length, beats.filter(({ status }) => status !== "up").length);
}
