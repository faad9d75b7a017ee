import { createEffect, For, Show } from "solid-js";
import { placedMonitors } from "../../../src/domain/page/layout.ts";
import { createLoad } from "../../lib/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { listChannels } from "../api/channel.ts";
import { getLayout } from "../api/layout.ts";
import { text } from "../text/dashboard.ts";
import { endFirstSteps } from "./first_steps.ts";

const STEPS = [
  { id: "monitor", href: "/admin/monitors/new" },
  { id: "channel", href: "/admin/channels/new" },
  { id: "page", href: "/admin/page" },
] as const;

type StepId = (typeof STEPS)[number]["id"];

/** From nothing to a page that visitors see: each step ticks itself off by what there is. */
export function FirstSteps(props: { hasMonitor: boolean }) {
  const taken = createLoad(async (signal) => {
    const [channels, layout] = await Promise.all([listChannels(signal), getLayout(signal)]);
    return { channel: channels.length > 0, page: placedMonitors(layout).length > 0 };
  });
  const isTaken = (id: StepId) => (id === "monitor" ? props.hasMonitor : taken.data()?.[id] === true);
  const next = () => STEPS.find(({ id }) => !isTaken(id))?.id;
  createEffect(() => {
    if (taken.data() && next() === undefined) endFirstSteps();
  });

  return (
    <Show when={!props.hasMonitor || taken.data()}>
      <section class="card" aria-labelledby="first-steps">
        <div class="card__head">
          <h2 id="first-steps">{text.first.title}</h2>
          <Show when={props.hasMonitor}>
            <button type="button" class="link small" onClick={endFirstSteps}>
              {text.first.hide}
            </button>
          </Show>
        </div>
        <Loaded load={taken} lines={6}>
          {() => (
            <ol class="lines plain">
              <For each={STEPS}>
                {({ id, href }) => (
                  <li class="first" aria-current={next() === id ? "step" : undefined}>
                    <span class={`first__mark${isTaken(id) ? " first__mark--taken" : ""}`}>
                      <Show when={isTaken(id)} fallback={STEPS.findIndex((step) => step.id === id) + 1}>
                        <Icon name="check" />
                      </Show>
                    </span>
                    <div class="first__text">
                      <h3>{text.first.steps[id].title}</h3>
                      <p class="soft">{isTaken(id) ? text.first.taken : text.first.steps[id].lead}</p>
                    </div>
                    <Show when={!isTaken(id)}>
                      <ButtonLink variant={next() === id ? "primary" : "secondary"} href={href}>
                        {text.first.steps[id].action}
                      </ButtonLink>
                    </Show>
                  </li>
                )}
              </For>
            </ol>
          )}
        </Loaded>
      </section>
    </Show>
  );
}
