import { For, Show } from "solid-js";
import { text } from "../../text/audit.ts";
import { describeDetails } from "./details.ts";

export function AuditDetails(props: { details: Record<string, unknown> }) {
  const lines = () => describeDetails(props.details);
  return (
    <Show when={lines().length > 0} fallback={<span class="soft">{text.noDetails}</span>}>
      <dl class="facts">
        <For each={lines()}>
          {(line) => (
            <>
              <dt>{line.name}</dt>
              <dd>{line.value}</dd>
            </>
          )}
        </For>
      </dl>
    </Show>
  );
}
