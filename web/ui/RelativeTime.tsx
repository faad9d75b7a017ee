import { Show } from "solid-js";
import { now } from "../lib/clock.ts";
import { formatExact, formatRelative } from "../lib/time.ts";
import { text } from "./text.ts";

/** How long ago, or until then; the exact time on hover and for machines. */
export function RelativeTime(props: { at: number | null; absent?: string }) {
  return (
    <Show when={props.at} fallback={<span class="soft">{props.absent ?? text.never}</span>}>
      {(at) => (
        <time datetime={new Date(at()).toISOString()} title={formatExact(at())}>
          {formatRelative(at(), now())}
        </time>
      )}
    </Show>
  );
}
