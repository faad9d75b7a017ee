import { For } from "solid-js";
import type { Board } from "../../../src/domain/monitor/board.ts";
import { text } from "../text/dashboard.ts";

export function SilentMonitors(props: { silent: Board["silent"] }) {
  const rest = () => props.silent.total - props.silent.monitors.length;
  return (
    <>
      <p>
        <strong>{text.silent.title(props.silent.total)}</strong> {text.silent.lead(props.silent.total)}
      </p>
      <p class="break">
        <For each={props.silent.monitors}>
          {(monitor, at) => (
            <>
              {at() > 0 ? ", " : ""}
              <a href={`/admin/monitors/${monitor.id}/edit`}>{monitor.name}</a>
            </>
          )}
        </For>
        {rest() > 0 ? ` ${text.silent.more(rest())}` : ""}
      </p>
    </>
  );
}
