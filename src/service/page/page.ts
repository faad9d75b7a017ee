import { isGuardBreach, isUniqueBreach, save, saveGuarded } from "../../data/db.ts";
import { ACCESS, isMirrorOn, PASSWORD } from "../../data/mirror.ts";
import {
  copyPageSettings,
  countActiveSubscribers,
  countPageContents,
  countPages,
  deletePage,
  findPageRow,
  guardFewerPages,
  guardHostnames,
  insertPage,
  listAccessSettings,
  listPageRows,
  nameNewPage,
  type StoredPageRow,
  updatePageRow,
} from "../../data/page.ts";
import { freeKey, slugOf } from "../../domain/config/key.ts";
import { DEFAULT_PAGE_ID, type PageSite, settingOf, siteOf } from "../../domain/page/site.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { variablesOf } from "../../env.ts";
import { AppError, invalidField, NOTHING_HERE } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { plural } from "../../lib/plural.ts";
import { within } from "../../lib/within.ts";
import { branding } from "../../schema/branding.ts";
import type { NewPage, Page, PageChange, PageDetails } from "../../schema/page.ts";
import { MOST_PAGES } from "../../schema/page_key.ts";
import { notifyMirrorOfSettings, pageOf, pagesChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";
import { getBranding, removeUnusedImages } from "./branding.ts";
import { modeOf } from "./other_access.ts";
import { removeCopy } from "./source.ts";

const TIMEOUT_MS = 3000;
const TRIES = 5;
const MOST = `There can be at most ${MOST_PAGES} pages: delete one first.`;

export async function listPages(context: Context): Promise<Page[]> {
  const { db } = context;
  const [rows, settings, counts] = await Promise.all([
    listPageRows(db),
    listAccessSettings(db),
    countActiveSubscribers(db),
  ]);
  return await Promise.all(rows.map((row) => toPage(context, row, { settings, counts })));
}

export async function getPage(context: Context, key: string): Promise<PageDetails> {
  const [row, settings, counts] = await Promise.all([
    getRow(context, key),
    listAccessSettings(context.db),
    countActiveSubscribers(context.db),
  ]);
  const [found, contents, arrivals] = await Promise.all([
    toPage(context, row, { settings, counts }),
    countPageContents(context.db, row.id),
    listArrivals(context, row),
  ]);
  return { ...found, contents, arrivals };
}

async function listArrivals(
  { env }: Context,
  { id, hostnames }: StoredPageRow,
): Promise<PageDetails["arrivals"]> {
  if (hostnames.length === 0) return [];
  const known = await within(TIMEOUT_MS, () => pageOf(env).listPages()).catch(() => []);
  const { arrivals = {} } = known.find((page) => page.id === id) ?? {};
  return hostnames.map((hostname) => ({ hostname, at: arrivals[hostname] ?? null }));
}

export async function onPage(context: Context, key: string): Promise<Context> {
  const row = await getRow(context, key);
  return { ...context, page: siteFor(context, row) };
}

export async function createPage(context: Context, wanted: NewPage, tries = 1): Promise<PageDetails> {
  const { db, now } = context;
  const { name, hostnames, copyFrom } = wanted;
  checkHostnames(context, hostnames);
  const source = copyFrom === undefined ? null : await findPageRow(db, copyFrom);
  if (copyFrom !== undefined && !source)
    throw invalidField("copyFrom", `There is no page with the key ${copyFrom}.`);
  if ((await countPages(db)) >= MOST_PAGES) throw new AppError("conflict", MOST);
  const taken = new Set((await listPageRows(db)).map((row) => row.key));
  const key = wanted.key ?? freeKey(slugOf(name, "page"), (one) => taken.has(one));
  if (taken.has(key)) throw keyTaken(key);
  await refuseTaken(context, key, hostnames);
  try {
    await save(db, [
      guardFewerPages(MOST_PAGES),
      guardHostnames(key, hostnames),
      insertPage(db, { key, name, hostnames, createdAt: now, updatedAt: now }),
      ...(source ? copyPageSettings(source.id, { name, now }) : []),
      nameNewPage(name, now),
      recordAudit(context, {
        ...entityOf("page", { id: "inserted", name }),
        action: "Create",
        details: { key, fields: listSettings(wanted) },
      }),
    ]);
  } catch (error) {
    if (isGuardBreach(error))
      throw new AppError("conflict", "Another page was added in the meantime: try again.");
    if (!isUniqueBreach(error)) throw error;
    if (wanted.key !== undefined || tries === TRIES) throw keyTaken(key);
    return await createPage(context, wanted, tries + 1);
  }
  await pagesChanged(context.env);
  return await getPage(context, key);
}

export async function updatePage(
  context: Context,
  key: string,
  { version, ...change }: PageChange,
): Promise<PageDetails> {
  const { db, now } = context;
  const given = givenOf(change);
  const { id } = await getRow(context, key);
  const { hostnames } = given;
  if (id === DEFAULT_PAGE_ID && (hostnames ?? []).length > 0)
    throw invalidField("hostnames", "The default page uses PUBLIC_URL: set its address there.");
  checkHostnames(context, hostnames ?? []);
  await edit(context, {
    object: objectOf("page", id),
    version,
    load: async () => await getRow(context, key),
    decide: async (before) => {
      const changes = decideChanges(pick(before, given), given);
      if (Object.keys(changes).length === 0) return [];
      await refuseTaken(context, key, hostnames ?? []);
      return [
        guardHostnames(key, hostnames ?? []),
        updatePageRow(db, id, { ...given, updatedAt: now }),
        ...recordUpdate(context, { ...entityOf("page", { id, name: given.name ?? before.name }), changes }),
      ];
    },
  });
  await pagesChanged(context.env);
  if (id !== DEFAULT_PAGE_ID) await pageOf(context.env, id).changed();
  return await getPage(context, key);
}

export async function removePage(context: Context, key: string, confirm: string | undefined): Promise<void> {
  const { db, env } = context;
  const row = await getRow(context, key);
  if (row.id === DEFAULT_PAGE_ID) throw new AppError("conflict", "The default page can't be deleted.");
  if (confirm !== row.name) {
    const counts = await countPageContents(db, row.id);
    const gone = `${plural(counts.blocks, "block")} and ${plural(counts.subscribers, "subscriber")}`;
    const kept = `${plural(counts.incidents, "incident")} and ${plural(counts.maintenance, "window")}`;
    const said = `${gone} are deleted; ${kept} are no longer on any page.`;
    throw new AppError("conflict", `Confirm with ?confirm=${row.name}: ${said}`, { extra: { counts } });
  }
  const isCopied = await isMirrorOn(db, row.id);
  const images = await getBranding({ ...context, page: siteFor(context, row) });
  await saveGuarded(db, noPage(), [
    ...deletePage(db, row.id),
    ...recordRemoval(context, entityOf("page", { id: row.id, name: row.name })),
  ]);
  await pagesChanged(env);
  if (isCopied) await notifyMirrorOfSettings(env, row.id);
  await Promise.allSettled([
    pageOf(env, row.id).close(),
    removeCopy(env, row.id),
    removeUnusedImages(context, images),
  ]);
}

function siteFor({ env }: Context, row: Pick<StoredPageRow, "id" | "key" | "hostnames">): PageSite {
  return siteOf(row, { publicUrl: variablesOf(env).publicUrl });
}

async function toPage(
  context: Context,
  row: StoredPageRow,
  { settings, counts }: { settings: ReadonlyMap<string, unknown>; counts: ReadonlyMap<number, number> },
): Promise<Page> {
  const { id, key, hostnames, position, createdAt, updatedAt, version } = row;
  const isDefault = id === DEFAULT_PAGE_ID;
  const access = settings.get(settingOf(ACCESS, id));
  return {
    id,
    key,
    name: row.name || branding.parse(settings.get("branding") ?? {}).siteName,
    isDefault,
    hostnames,
    access: modeOf(access, settings.get(settingOf(PASSWORD, id))),
    position,
    subscribers: counts.get(id) ?? 0,
    overall: await findOverall(context, id),
    url: siteFor(context, row).url,
    createdAt,
    updatedAt,
    version,
  };
}

async function findOverall({ env }: Context, id: number): Promise<Page["overall"]> {
  try {
    const built = await within(TIMEOUT_MS, () => pageOf(env, id).view(null));
    return built?.snapshot.page.overall.status ?? null;
  } catch (error) {
    log("warn", "a page did not return its status", { error });
    return null;
  }
}

async function getRow({ db }: Context, key: string): Promise<StoredPageRow> {
  const row = await findPageRow(db, key);
  if (!row) throw noPage();
  return row;
}

function noPage(): AppError {
  return new AppError("not_found", NOTHING_HERE);
}

export function findOwnHostname({ env }: Context, hostnames: readonly string[]): string | null {
  const { publicUrl } = variablesOf(env);
  const own = publicUrl === null ? null : new URL(publicUrl).hostname;
  if (own === null || !hostnames.includes(own)) return null;
  return `${own} is the address of the service, PUBLIC_URL: it belongs to the default page.`;
}

function checkHostnames(context: Context, hostnames: readonly string[]): void {
  const message = findOwnHostname(context, hostnames);
  if (message === null) return;
  throw new AppError("conflict", message, { problems: [{ path: "hostnames", message }] });
}

async function refuseTaken({ db }: Context, key: string, hostnames: readonly string[]): Promise<void> {
  const other = (await listPageRows(db)).find(
    (row) => row.key !== key && row.hostnames.some((one) => hostnames.includes(one)),
  );
  if (other) throw hostnameTaken(other.key);
}

export function hostnameTaken(key: string): AppError {
  const message = `A hostname already belongs to the page ${key}: use each hostname for only one page.`;
  return new AppError("conflict", message, { problems: [{ path: "hostnames", message }] });
}

function keyTaken(key: string): AppError {
  return new AppError("conflict", `The key ${key} is taken: choose another.`);
}
