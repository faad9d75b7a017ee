import { For } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { actionLabel, entityLabel } from "../system/audit/labels.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

export function RecordCard(props: { entries: NonNullable<Dashboard["audit"]> }) {
  return (
    <BoardCard title={text.record} link={{ href: "/admin/audit", label: text.recordAll }}>
      <ul class="lines plain">
        <For each={props.entries}>
          {(entry) => (
            <li>
              <span class="board__main">
                <span class="break">
                  {entityLabel(entry.entityType)}: <span class="strong">{entry.entityName}</span>
                </span>
                <span class="small soft break">
                  {actionLabel(entry)} {text.by(entry.userEmail || text.nobody)}
                </span>
              </span>
              <span class="small soft">
                <RelativeTime at={entry.at} />
              </span>
            </li>
          )}
        </For>
      </ul>
    </BoardCard>
  );
}
