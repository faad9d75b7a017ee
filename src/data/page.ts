import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type KnownPage, settingOf } from "../domain/page/site.ts";
import { type Db, guard, listOf, type Statement } from "./db.ts";
import { nameOn } from "./public_name.ts";
import { pages } from "./tables_page.ts";
import { subscribers } from "./tables_subscriber.ts";
import { versionOf } from "./version.ts";

type PageRow = typeof pages.$inferSelect;
export type StoredPageRow = PageRow & { version: number };

const PAGE_SETTINGS = [
  "layout",
  "branding",
  "subscription_settings",
  "status_page_access",
  "page_password",
  "page_languages",
  "static_mirror",
] as const;

const COPIED = ["layout", "branding", "subscription_settings", "page_languages"] as const;

export async function listKnownPages(db: Db): Promise<KnownPage[]> {
  const rows = await db.all<{
    id: number;
    key: string;
    hostnames: string;
    monitor_ids: string | null;
    is_copied: number | null;
  }>(sql`
    SELECT p.id, p.key, p.hostnames,
      (SELECT value ->> '$.enabled' FROM settings WHERE name = ${nameOn("static_mirror", sql`p.id`)}) AS is_copied, (
      SELECT json_group_array(m.value ->> 'id') FROM settings s, json_each(s.value, '$.monitors') m
      WHERE s.name = ${nameOn("layout", sql`p.id`)}) AS monitor_ids
    FROM pages p ORDER BY p.position, p.id`);
  return rows.map(({ id, key, hostnames, monitor_ids, is_copied }) => ({
    id,
    key,
    hostnames: JSON.parse(hostnames),
    monitorIds: JSON.parse(monitor_ids ?? "[]"),
    isCopied: is_copied === 1,
  }));
}

export async function listPageRows(db: Db): Promise<StoredPageRow[]> {
  const version = versionOf(sql`'page/' || ${pages.id}`);
  return (
    await db.select({ row: pages, version }).from(pages).orderBy(asc(pages.position), asc(pages.id))
  ).map(({ row, version: own }) => ({ ...row, version: own }));
}

export async function findPageRow(db: Db, key: string): Promise<StoredPageRow | null> {
  const version = versionOf(sql`'page/' || ${pages.id}`);
  const found = await db.select({ row: pages, version }).from(pages).where(eq(pages.key, key)).get();
  return found ? { ...found.row, version: found.version } : null;
}

export async function findKnownPage(
  db: Db,
  id: number,
): Promise<Pick<PageRow, "id" | "key" | "hostnames"> | null> {
  const { key, hostnames } = pages;
  return (
    (await db.select({ id: pages.id, key, hostnames }).from(pages).where(eq(pages.id, id)).get()) ?? null
  );
}

export async function countActiveSubscribers(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db.all<{ pageId: number; count: number }>(sql`
    SELECT page_id AS pageId, count(*) AS count FROM subscribers WHERE status = 'active' GROUP BY page_id`);
  return new Map(rows.map(({ pageId, count }) => [pageId, count]));
}

/** Ids of deleted pages don't come back: objects and copies are named by them. */
export async function nextPageId(db: Db): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    SELECT max((SELECT max(id) FROM pages), (SELECT seq FROM sqlite_sequence WHERE name = 'pages')) + 1 AS id`);
  return row.id;
}

export async function countPages(db: Db): Promise<number> {
  return (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM pages`))?.count ?? 0;
}

export function insertPage(db: Db, row: Omit<typeof pages.$inferInsert, "position">): Statement {
  return db
    .insert(pages)
    .values({ ...row, position: sql`(SELECT coalesce(max(position), 0) + 1 FROM pages)` });
}

export function updatePageRow(
  db: Db,
  id: number,
  change: Partial<Pick<PageRow, "name" | "hostnames" | "position" | "updatedAt">>,
): Statement {
  return db.update(pages).set(change).where(eq(pages.id, id));
}

export function guardFewerPages(most: number): Statement {
  return guard(sql`(SELECT count(*) FROM pages) < ${most}`);
}

export function guardHostnames(key: string, hostnames: readonly string[]): Statement {
  return guard(sql`NOT EXISTS (
    SELECT 1 FROM pages p, json_each(p.hostnames) h WHERE p.key <> ${key} AND h.value IN ${listOf(hostnames)})`);
}

const NEWEST = sql`(SELECT max(id) FROM pages)`;

export function copyPageSettings(from: number, { name, now }: { name: string; now: number }): Statement[] {
  return COPIED.map((setting) => {
    const value = setting === "branding" ? sql`json_set(value, '$.siteName', ${name})` : sql`value`;
    return sql`
      INSERT INTO settings (name, value, updated_at)
      SELECT ${setting} || '/' || ${NEWEST}, ${value}, ${now} FROM settings WHERE name = ${settingOf(setting, from)}`;
  });
}

export function nameNewPage(name: string, now: number): Statement {
  return sql`
    INSERT OR IGNORE INTO settings (name, value, updated_at)
    VALUES ('branding/' || ${NEWEST}, json_object('siteName', ${name}), ${now})`;
}

const keyOf = (id: number) => sql`(SELECT key FROM pages WHERE id = ${id})`;

export function deletePage(db: Db, id: number): Statement[] {
  const names = PAGE_SETTINGS.map((name) => settingOf(name, id));
  const without = (table: SQL) => sql`
    UPDATE ${table} SET page_ids = (
      SELECT json_group_array(value) FROM json_each(page_ids) WHERE value <> ${id})
    WHERE EXISTS (SELECT 1 FROM json_each(page_ids) WHERE value = ${id})`;
  return [
    guard(sql`EXISTS (SELECT 1 FROM pages WHERE id = ${id})`),
    without(sql`incidents`),
    without(sql`maintenance`),
    // A later page may get the same key, and its viewers are others.
    sql`UPDATE users SET page_keys = (
      SELECT json_group_array(value) FROM json_each(page_keys) WHERE value <> ${keyOf(id)})
    WHERE EXISTS (SELECT 1 FROM json_each(page_keys) WHERE value = ${keyOf(id)})`,
    sql`DELETE FROM subscriber_requests WHERE body ->> 'pageId' = ${id}`,
    sql`DELETE FROM subscriber_deliveries
      WHERE id % 1000000000 IN (SELECT s.id FROM subscribers s WHERE s.page_id = ${id})`,
    db.delete(subscribers).where(eq(subscribers.pageId, id)),
    sql`DELETE FROM settings WHERE name IN ${listOf(names)}`,
    sql`DELETE FROM versions WHERE object IN ${listOf(names)}`,
    db.delete(pages).where(eq(pages.id, id)),
  ];
}

/** Pages share files with equal content; the CSS of a page may name one too. */
export async function isInBranding(db: Db, url: string): Promise<boolean> {
  const row = await db.get<{ yes: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM settings
      WHERE (name = 'branding' OR name LIKE 'branding/%') AND instr(value, ${url})) AS yes`);
  return row.yes === 1;
}

export async function listAccessSettings(db: Db): Promise<Map<string, unknown>> {
  const rows = await db.all<{ name: string; value: string }>(sql`
    SELECT name, value FROM settings
    WHERE name = 'status_page_access' OR name LIKE 'status!_page!_access/%' ESCAPE '!'
      OR name = 'page_password' OR name LIKE 'page!_password/%' ESCAPE '!'
      OR name = 'branding'`);
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

interface PageContents {
  blocks: number;
  monitors: number;
  incidents: number;
  maintenance: number;
  subscribers: number;
}

export async function countPageContents(db: Db, id: number): Promise<PageContents> {
  const layout = sql`(SELECT value FROM settings WHERE name = ${settingOf("layout", id)})`;
  const only = sql`(page_ids = ${JSON.stringify([id])})`;
  return await db.get<PageContents>(sql`
    SELECT coalesce(json_array_length(${layout}, '$.tree.children'), 0) AS blocks,
      coalesce(json_array_length(${layout}, '$.monitors'), 0) AS monitors,
      (SELECT count(*) FROM subscribers WHERE page_id = ${id}) AS subscribers,
      (SELECT count(*) FROM incidents WHERE page_wide = 1 AND ${only}) AS incidents,
      (SELECT count(*) FROM maintenance WHERE all_monitors = 1 AND series_id IS NULL AND ${only}) AS maintenance`);
}
