import { For } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { Section } from "../../ui/Section.tsx";
import { text } from "../text/action.ts";

export function LinkedMonitors(props: { action: Action }) {
  const words = ({ onStatus, delayMinutes, cooldownMinutes }: Action["monitors"][number]) =>
    [
      text.monitors[onStatus],
      ...(delayMinutes > 0 ? [text.monitors.after(delayMinutes)] : []),
      ...(cooldownMinutes > 0 ? [text.monitors.cooldown(cooldownMinutes)] : []),
    ].join(", ");
  return (
    <Section title={text.monitors.title} lead={text.monitors.lead}>
      <ul class="stack stack--tight plain">
        <For each={props.action.monitors} fallback={<li class="soft">{text.monitors.none}</li>}>
          {(link) => (
            <li class="break">
              <a href={`/admin/monitors/${link.monitorId}?tab=alerts`}>{link.name}</a>{" "}
              <span class="soft small">{words(link)}</span>
            </li>
          )}
        </For>
      </ul>
    </Section>
  );
}
