import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { parseDay, parseDayEnd } from "../../../lib/time.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Pages } from "../../../ui/Pages.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { type AuditEntry, type AuditFilter, listAuditEntries } from "../../api/audit.ts";
import { text } from "../../text/audit.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { actionLabel, entityLabel } from "./labels.ts";
import "./audit.css";

const COLUMNS: readonly Column<AuditEntry>[] = [
  { header: text.columns.what, kind: "lead", cell: (entry) => <What entry={entry} /> },
  { header: text.columns.who, cell: (entry) => <span class="break">{whoOf(entry)}</span> },
  { header: text.columns.details, cell: (entry) => <AuditDetails details={entry.details} /> },
  { header: text.columns.at, cell: (entry) => <RelativeTime at={entry.at} /> },
];

const TONES: Readonly<Record<string, BadgeTone>> = {
  Create: "good",
  Allowed: "good",
  Delete: "bad",
  Denied: "bad",
  Update: "accent",
  Import: "accent",
};

export default function AuditPage() {
  const entries = createLoad(listAuditEntries, filterInAddress);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <div class="stack">
        <AuditFilters />
        <div class="card audit">
          <Loaded load={entries} lines={9}>
            {(found) => (
              <Show
                when={found().items.length > 0}
                fallback={
                  <EmptyState icon="history" title={text.empty.title}>
                    <p>{text.empty.lead}</p>
                  </EmptyState>
                }
              >
                <Table caption={text.caption} columns={COLUMNS} rows={found().items} isTop />
              </Show>
            )}
          </Loaded>
        </div>
        <Show when={entries.data()}>
          {(found) => (
            <Show when={found().total > found().limit}>
              <Pages
                page={found().page}
                limit={found().limit}
                total={found().total}
                isBusy={entries.isLoading()}
                onChange={(page) => setQuery({ page: page === 1 ? "" : String(page) })}
              />
            </Show>
          )}
        </Show>
      </div>
    </>
  );
}

function What(props: { entry: AuditEntry }) {
  return (
    <span class="stack stack--tight">
      <span class="row">
        <Badge tone={toneOf(props.entry)}>{actionLabel(props.entry)}</Badge>
        <span class="small soft">{entityLabel(props.entry.entityType)}</span>
      </span>
      <span class="strong break">{props.entry.entityName || text.unnamed}</span>
    </span>
  );
}

/** Signing out deletes a session, and is nothing to be alarmed at. */
function toneOf({ action, entityType }: AuditEntry): BadgeTone {
  return entityType === "session" && action === "Delete" ? "neutral" : (TONES[action] ?? "neutral");
}

/** User 0 is a token, a refused sign-in or the service; which it was, the name tells. */
function whoOf({ userId, userEmail, action }: AuditEntry): string {
  if (userEmail !== "" && (userId !== 0 || action !== "Denied")) return userEmail;
  return action === "Denied" ? text.nobody : text.service;
}

function filterInAddress(): AuditFilter {
  return {
    userEmail: queryOf("user") || undefined,
    entityType: queryOf("what") || undefined,
    action: queryOf("action") || undefined,
    from: parseDay(queryOf("from")) ?? undefined,
    to: parseDayEnd(queryOf("to")) ?? undefined,
    page: Math.max(1, Number.parseInt(queryOf("page"), 10) || 1),
  };
}
