import { For } from "solid-js";
import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { listAuditEntries } from "../api/audit.ts";
import { actionLabel, entityLabel } from "../system/audit/labels.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

const MOST = 6;

/** What people and tokens have changed; for those who may read the audit log. */
export function RecordCard() {
  const entries = createLoad(async (signal) => (await listAuditEntries(signal, { page: 1 })).items);
  return (
    <BoardCard title={text.record} link={{ href: "/admin/audit", label: text.recordAll }}>
      <Loaded load={entries} lines={4}>
        {(items) => (
          <ul class="lines plain">
            <For each={items().slice(0, MOST)}>
              {(entry) => (
                <li>
                  <span class="board__main">
                    <span class="break">
                      {entityLabel(entry.entityType)}: <span class="strong">{entry.entityName}</span>
                    </span>
                    <span class="small soft break">
                      {actionLabel(entry)} {text.by(entry.userEmail || text.service)}
                    </span>
                  </span>
                  <span class="small soft">
                    <RelativeTime at={entry.at} />
                  </span>
                </li>
              )}
            </For>
          </ul>
        )}
      </Loaded>
    </BoardCard>
  );
}
