import { For, Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { Notice } from "../../ui/Notice.tsx";
import { text } from "../text/dashboard.ts";

export function AwayAgents(props: { agents: Dashboard["awayAgents"] }) {
  return (
    <Show when={props.agents.length > 0}>
      <Notice tone="warn">
        <For each={props.agents}>
          {({ message, monitors }) => (
            <p class="break">
              <strong>{message}</strong> {text.pendingMonitors(monitors)}
            </p>
          )}
        </For>
      </Notice>
    </Show>
  );
}
