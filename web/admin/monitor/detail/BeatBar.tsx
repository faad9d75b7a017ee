import { createSignal, For, Show } from "solid-js";
import { STATUS_TONES } from "../../live/status_look.ts";
import { text } from "../../text/monitor_detail.ts";
import { type Beat, describeBeat } from "../monitors/beats.ts";
import { MOST_BEATS } from "./checks.ts";

export function BeatBar(props: { beats: readonly Beat[] }) {
  const [chosen, setChosen] = createSignal<number>();
  const last = () => props.beats.length - 1;
  const current = () => Math.min(chosen() ?? last(), last());
  let bar!: HTMLDivElement;

  function onKeyDown(event: KeyboardEvent): void {
    const targets: Record<string, number> = {
      ArrowLeft: current() - 1,
      ArrowRight: current() + 1,
      Home: 0,
      End: last(),
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(last(), target));
    setChosen(at);
    bar.querySelectorAll("button")[at]?.focus();
  }

  return (
    <div class="stack stack--tight">
      <div
        ref={bar}
        class="beats"
        style={{ "--most": MOST_BEATS }}
        role="toolbar"
        aria-label={text.beats.title}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setChosen(undefined)}
      >
        <For each={props.beats}>
          {(beat, at) => (
            <button
              type="button"
              class={`beats__one beats__one--${STATUS_TONES[beat.status]}`}
              aria-label={describeBeat(beat)}
              tabindex={at() === current() ? 0 : -1}
              onPointerEnter={() => setChosen(at())}
              onFocus={() => setChosen(at())}
              onClick={() => setChosen(at())}
            />
          )}
        </For>
      </div>
      <p class="small break beats__told">
        <Show when={props.beats[current()]} fallback={text.beats.none}>
          {(beat) => <>{describeBeat(beat())}</>}
        </Show>
      </p>
    </div>
  );
}
