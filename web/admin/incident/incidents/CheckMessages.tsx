import { createMemo, For } from "solid-js";
import { escapeMarkdown } from "../../../../src/lib/escape_markdown.ts";
import { Button } from "../../../ui/Button.tsx";
import { useField } from "../../../ui/Field.tsx";
import { followMonitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/incident.ts";
import "./incidents.css";

const MOST = 3;

export function CheckMessages(props: { monitorIds: readonly number[] }) {
  const monitors = followMonitors();
  const field = useField();
  const said = createMemo(() => {
    monitors.round();
    const failing = monitors
      .entries()
      .filter(({ id, peek }) => props.monitorIds.includes(id) && isFailing(peek()) && peek().message !== "");
    return failing.slice(0, MOST);
  });
  return (
    <For each={said()}>
      {(entry) => {
        const message = () => entry.monitor().message.replace(/\s+/g, " ").trim();
        return (
          <p class="said">
            <span class="small soft break">{text.check.says(entry.monitor().name, message())}</span>
            <Button
              isSmall
              icon="plus"
              of={text.check.insertOf(entry.monitor().name)}
              onClick={() => field.insert(escapeMarkdown(message()), { isApart: true })}
            >
              {text.check.insert}
            </Button>
          </p>
        );
      }}
    </For>
  );
}
