import type { Statement } from "../../data/db.ts";
import { guardHostnames, insertPage, nameNewPage, updatePageRow } from "../../data/page.ts";
import { COPY_IS_PUBLIC } from "../../domain/mirror/state.ts";
import { DEFAULT_PAGE_ID, DEFAULT_PAGE_KEY } from "../../domain/page/site.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, type Problem } from "../../lib/errors.ts";
import type { StatusPageDocument } from "../../schema/page_document.ts";
import { MOST_PAGES } from "../../schema/page_key.ts";
import { type Context, mayReach } from "../context.ts";
import { decideMode } from "../page/other_access.ts";
import { findOwnHostname } from "../page/page.ts";
import { entityOf, recordAudit, recordUpdate } from "../record/audit.ts";
import type { ViewedPage } from "./viewed_pages.ts";

interface Decided {
  problems?: Problem[];
  fields?: string[];
  isNew?: boolean;
  statements?: Statement[];
  guards?: Statement[];
}

export function toStatusPageDocument({ row, mode }: ViewedPage): StatusPageDocument {
  return { kind: "Page", key: row.key, name: row.name, hostnames: row.hostnames, access: mode };
}

export function decideStatusPage(
  context: Context,
  body: StatusPageDocument,
  { page, pages }: { page: ViewedPage; pages: readonly ViewedPage[] },
): Decided {
  const before = toStatusPageDocument(page);
  const { key, name, hostnames, access = before.access } = body;
  const problem =
    findHostnameProblem(context, body) ??
    findAccessProblem(context, { ...page, wanted: access ?? page.mode });
  if (problem) return { problems: [problem] };
  if (page.isNew && pages.length > MOST_PAGES)
    return { problems: [{ path: "key", message: `There can be at most ${MOST_PAGES} pages.` }] };
  const fields = ["name", "hostnames"] as const;
  const changes = decideChanges({ name: page.row.name, hostnames: page.row.hostnames }, { name, hostnames });
  const isOpened = access !== page.mode;
  return {
    isNew: page.isNew,
    fields: [...fields.filter((field) => field in changes), ...(isOpened ? ["access"] : [])],
    guards: [guardHostnames(key, hostnames)],
    statements: [
      ...(page.isNew ? makePage(context, body, page) : changePage(context, body, { page, changes })),
      ...(isOpened ? decideMode({ ...context, page: page.site }, page.access, access ?? page.mode) : []),
    ],
  };
}

function makePage(
  { db, now, ...context }: Context,
  { key, name, hostnames }: StatusPageDocument,
  { row: { id } }: ViewedPage,
): Statement[] {
  return [
    insertPage(db, { id, key, name, hostnames, createdAt: now, updatedAt: now }),
    nameNewPage(name, now),
    recordAudit(
      { db, now, ...context },
      {
        ...entityOf("page", { id, name }),
        action: "Create",
        details: { key, fields: listSettings({ name, hostnames }) },
      },
    ),
  ];
}

function changePage(
  context: Context,
  { name, hostnames }: StatusPageDocument,
  { page: { row }, changes }: { page: ViewedPage; changes: ReturnType<typeof decideChanges> },
): Statement[] {
  if (Object.keys(changes).length === 0) return [];
  return [
    updatePageRow(context.db, row.id, { name, hostnames, updatedAt: context.now }),
    ...recordUpdate(context, { ...entityOf("page", { id: row.id, name }), changes }),
  ];
}

function findHostnameProblem(context: Context, { key, hostnames }: StatusPageDocument): Problem | null {
  const path = "hostnames";
  if (key === DEFAULT_PAGE_KEY && hostnames.length > 0)
    return { path, message: "The default page uses PUBLIC_URL: set its address there." };
  const message = findOwnHostname(context, hostnames);
  return message === null ? null : { path, message };
}

/** Only administrators change who may see a page, and tokens never do. */
function findAccessProblem(
  context: Context,
  { row, mode, access, isCopied, wanted }: ViewedPage & { wanted: ViewedPage["mode"] },
): Problem | null {
  if (wanted === mode) return null;
  if (!mayReach(context, "pageAccess", "write"))
    throw new AppError(
      "forbidden",
      `Only administrators can change who can see a page: leave out access of the page ${row.key}.`,
    );
  const path = "access";
  if (row.id === DEFAULT_PAGE_ID)
    return { path, message: "Change the default page's access under Page access." };
  if (wanted === "password" && !access.password)
    return { path, message: "Set a password in the panel first: documents hold none." };
  if (wanted !== "public" && isCopied) return { path, message: COPY_IS_PUBLIC };
  return null;
}
