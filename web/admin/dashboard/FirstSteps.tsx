import { createEffect, For, Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/dashboard.ts";
import { endFirstSteps } from "./first_steps.ts";

const STEPS = [
  { id: "monitor", href: "/admin/monitors/new" },
  { id: "channel", href: "/admin/channels/new" },
  { id: "page", href: "/admin/page" },
] as const;

export function FirstSteps(props: { taken: Dashboard["firstSteps"]; hasChannel: boolean }) {
  const stepOf = (id: (typeof STEPS)[number]["id"], href: string) =>
    id === "channel" && props.hasChannel
      ? { ...text.first.steps.channel, ...text.first.silentChannel, href: "/admin/channels" }
      : { ...text.first.steps[id], href };
  const next = () => STEPS.find(({ id }) => !props.taken[id])?.id;
  createEffect(() => {
    if (next() === undefined) endFirstSteps();
  });

  return (
    <section class="card" aria-labelledby="first-steps">
      <div class="card__head">
        <h2 id="first-steps">{text.first.title}</h2>
        <Show when={props.taken.monitor}>
          <button type="button" class="link small" onClick={endFirstSteps}>
            {text.first.hide}
          </button>
        </Show>
      </div>
      <ol class="lines plain">
        <For each={STEPS}>
          {({ id, href }) => (
            <li class="first" aria-current={next() === id ? "step" : undefined}>
              <span class={`first__mark${props.taken[id] ? " first__mark--taken" : ""}`}>
                <Show when={props.taken[id]} fallback={STEPS.findIndex((step) => step.id === id) + 1}>
                  <Icon name="check" />
                </Show>
              </span>
              <div class="first__text">
                <h3>{text.first.steps[id].title}</h3>
                <p class="soft">{props.taken[id] ? text.first.taken : stepOf(id, href).lead}</p>
              </div>
              <Show when={!props.taken[id]}>
                <ButtonLink variant={next() === id ? "primary" : "secondary"} href={stepOf(id, href).href}>
                  {stepOf(id, href).action}
                </ButtonLink>
              </Show>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
