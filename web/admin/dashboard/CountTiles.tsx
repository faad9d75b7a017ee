import { For } from "solid-js";
import type { Board } from "../../../src/domain/monitor/board.ts";
import { SHOWN_STATUSES } from "../../../src/schema/shown_status.ts";
import { StatusMark } from "../live/StatusMark.tsx";
import { text } from "../text/dashboard.ts";

export function Counts(props: { counts: Board["counts"] }) {
  return (
    <nav class="tiles" aria-label={text.counts}>
      <For each={SHOWN_STATUSES}>
        {(status) => (
          <a class="tile" href={`/admin/monitors?status=${status}`}>
            <span class={`tile__figure${props.counts[status] > 0 ? "" : " soft"}`}>
              {props.counts[status]}
            </span>
            <StatusMark status={status} />
          </a>
        )}
      </For>
    </nav>
  );
}
