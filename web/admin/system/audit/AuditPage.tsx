import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { type AuditEntry, listAuditEntries } from "../../api/audit.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { text } from "../../text/audit.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditExport } from "./AuditExport.tsx";
import { AuditFilters, filter, filterInAddress, LIST, sorting } from "./AuditFilters.tsx";
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
  const entries = createLiveListLoad(LIST, listAuditEntries, filterInAddress);
  return (
    <ListPage
      list={LIST}
      head={{ title: text.title, lead: text.lead, actions: <AuditExport /> }}
      filter={filter}
      sort={sorting.choice()}
      live={entries.mark()}
      filters={<AuditFilters />}
      load={entries}
      look="audit"
      empty={<EmptyList icon="history" words={text.empty} />}
    >
      {(rows) => <Table caption={text.caption} columns={COLUMNS} rows={rows()} isTop />}
    </ListPage>
  );
}

function What(props: { entry: AuditEntry }) {
  return (
    <span class="table__main">
      <span>
        <Badge tone={toneOf(props.entry)}>{actionLabel(props.entry)}</Badge>{" "}
        <span class="small soft">{entityLabel(props.entry.entityType)}</span>
      </span>
      <span class="strong">{props.entry.entityName || text.unnamed}</span>
    </span>
  );
}

function toneOf({ action, entityType }: AuditEntry): BadgeTone {
  return entityType === "session" && action === "Delete" ? "neutral" : (TONES[action] ?? "neutral");
}

/** User 0 is a token, a refused sign-in or the service; the name shows which. */
function whoOf({ userId, userEmail, action }: AuditEntry): string {
  if (userEmail !== "" && (userId !== 0 || action !== "Denied")) return userEmail;
  return action === "Denied" ? text.nobody : text.service;
}
