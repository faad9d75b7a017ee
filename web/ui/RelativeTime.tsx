import { createSignal, Show } from "solid-js";
import { now } from "../lib/clock.ts";
import { copyText } from "../lib/copy_text.ts";
import { formatExact, formatRelative } from "../lib/time.ts";
import { text } from "./text.ts";
import { showToast } from "./toast.ts";

export function RelativeTime(props: { at: number | null; absent?: string }) {
  const [isExact, setIsExact] = createSignal(false);
  // Lists have many of these, and the exact format is slow to construct: its hint waits for the pointer or focus.
  const [hasHint, setHasHint] = createSignal(false);

  async function turn(exact: string): Promise<void> {
    if (!setIsExact((before) => !before)) return;
    await copyText(exact).then(
      () => showToast(text.timeCopied(exact)),
      // If copying is denied, the time can still be read.
      () => undefined,
    );
  }

  return (
    <Show when={props.at} fallback={<span class="soft">{props.absent ?? text.never}</span>}>
      {(at) => (
        <button
          type="button"
          class="moment"
          title={hasHint() ? formatExact(at()) : undefined}
          onPointerOver={() => setHasHint(true)}
          onFocusIn={() => setHasHint(true)}
          onClick={() => void turn(formatExact(at()))}
        >
          <time datetime={new Date(at()).toISOString()}>
            {isExact() ? formatExact(at()) : formatRelative(at(), now())}
          </time>
        </button>
      )}
    </Show>
  );
}
