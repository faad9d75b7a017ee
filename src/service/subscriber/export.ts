import { listNames } from "../../data/monitor.ts";
import { listKnownPages } from "../../data/page.ts";
import { type ListedSubscriber, listSubscribersAfter } from "../../data/subscriber_list.ts";
import { formatCsvLine } from "../../lib/csv.ts";
import type { SubscriberExportQuery } from "../../schema/subscriber_list.ts";
import type { Context } from "../context.ts";

type PageKeys = ReadonlyMap<number, string>;

/** Rows in memory at once; smaller pages would take too many queries per invocation. */
const PAGE = 2000;
const PAGE_COLUMN = "page";
const COLUMNS = [
  "id",
  "type",
  "destination",
  "contact_email",
  "status",
  "events",
  "monitors",
  "tags",
  "last_notified_at",
  "last_error",
];

export async function exportSubscribers(
  context: Context,
  query: SubscriberExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const pageKeys = query.pages === "all" ? await listKeys(context) : null;
  // Read before the response starts, so a failing database gets an error status.
  let next = await readPage(context, { query, pageKeys }, 0);
  let head = formatCsvLine(pageKeys ? [...COLUMNS, PAGE_COLUMN] : COLUMNS);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(head + next.lines));
      head = "";
      if (next.last === null) controller.close();
      else next = await readPage(context, { query, pageKeys }, next.last);
    },
  });
}

async function listKeys({ db }: Context): Promise<PageKeys> {
  return new Map((await listKnownPages(db)).map(({ id, key }) => [id, key]));
}

async function readPage(
  { db, page }: Context,
  { query, pageKeys }: { query: SubscriberExportQuery; pageKeys: PageKeys | null },
  after: number,
): Promise<{ lines: string; last: number | null }> {
  const { pages: _pages, ...asked } = query;
  const filter = { ...asked, ...(pageKeys === null && { pageId: page.id }) };
  const rows = await listSubscribersAfter(db, filter, { after, limit: PAGE });
  const names = await listNames(db, [...new Set(rows.flatMap(({ monitorIds }) => monitorIds))]);
  const lines = rows
    .map((row) =>
      formatCsvLine([...cellsOf(row, names), ...(pageKeys ? [pageKeys.get(row.pageId) ?? ""] : [])]),
    )
    .join("");
  return { lines, last: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
}

function cellsOf(row: ListedSubscriber, names: ReadonlyMap<number, string>): (string | number)[] {
  const { id, type, destination, email, status, events, monitorIds, tags, lastNotifiedAt, lastError } = row;
  const monitors = monitorIds.map((one) => (names.has(one) ? `${names.get(one)} (#${one})` : `#${one}`));
  return [
    id,
    type,
    destination,
    email,
    status,
    events.join("; "),
    monitors.join("; "),
    tags.join("; "),
    lastNotifiedAt === null ? "" : new Date(lastNotifiedAt).toISOString(),
    lastError ?? "",
  ];
}
