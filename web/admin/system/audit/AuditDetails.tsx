import { createSignal, For, Show } from "solid-js";
import { text } from "../../text/audit.ts";
import { describeDetails } from "./details.ts";

export function AuditDetails(props: { details: Record<string, unknown> }) {
  const [isOpen, setIsOpen] = createSignal(false);
  const lines = () => describeDetails(props.details);
  const inOne = () =>
    lines()
      .map(({ name, value }) => `${name}: ${value}`)
      .join(" · ");
  return (
    <Show when={lines().length > 0} fallback={<span class="soft">{text.noDetails}</span>}>
      <details class="audit__details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{isOpen() ? text.columns.details : inOne()}</summary>
        <Show when={isOpen()}>
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
      </details>
    </Show>
  );
}
