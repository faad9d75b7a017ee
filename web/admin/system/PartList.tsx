import { For, Show } from "solid-js";
import type { HealthPart, HealthState } from "../../../src/schema/health_part.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { text } from "../text/system.ts";

const TONES: Readonly<Record<HealthState, BadgeTone>> = {
  failing: "bad",
  warning: "warn",
  unknown: "neutral",
  ok: "good",
  off: "neutral",
};

/** Each part with how it is, and what to do about it. */
export function PartList(props: { parts: readonly HealthPart[] }) {
  return (
    <section class="card" aria-labelledby="parts">
      <div class="card__head">
        <h2 id="parts">{text.parts}</h2>
        <span class="small soft">{text.partsLead}</span>
      </div>
      <ul class="lines plain">
        <For each={props.parts}>
          {(part) => (
            <li class="part">
              <span class="part__state">
                <Badge tone={TONES[part.state]}>{text.states[part.state]}</Badge>
              </span>
              <div class="part__text">
                <h3>{text.partNames[part.id]}</h3>
                <p class="break">{part.summary}</p>
                <Show when={part.state !== "ok"}>
                  <p class="soft break">{part.advice}</p>
                </Show>
              </div>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
