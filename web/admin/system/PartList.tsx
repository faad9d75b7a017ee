import { For, Show } from "solid-js";
import type { HealthPart } from "../../../src/schema/health_part.ts";
import { text } from "../text/system.ts";
import { PartBadge } from "./PartBadge.tsx";

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
                <PartBadge state={part.state} />
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
