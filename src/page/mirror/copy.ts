import type { CopyFile } from "../../domain/mirror/file.ts";
import { DEFAULT_PAGE_ID, type PageSite } from "../../domain/page/site.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { pageOf } from "../../service/announce/page.ts";
import { type Context, createContext } from "../../service/context.ts";
import { findMirrorFacts } from "../../service/mirror/facts.ts";
import { listPublicIncidents } from "../../service/page/incident.ts";
import { listPageMaintenances, scopeOf } from "../../service/page/part.ts";
import { findSite } from "../../service/page/source.ts";
import { listDataFiles } from "./data_files.ts";
import { toFile } from "./file.ts";
import { type CopySource, drawCopyPages, MOST_INCIDENTS } from "./pages.ts";
import { listAssets, listImages } from "./static_files.ts";
import { type CopyMoment, writeSnapshot } from "./write_snapshot.ts";

/** Unvisited pages refresh once a minute: with that added, a copy made each minute would look late. */
const FRESH_MS = 15_000;
const BLOCK = 125;
const SNAPSHOT = "snapshot.json";

export async function collectSnapshot(
  env: Env,
  wholeAt: number,
  pageId = DEFAULT_PAGE_ID,
): Promise<CopyFile> {
  const text = await pageOf(env, pageId).copyText({ maxAgeMs: FRESH_MS, wholeAt });
  if (text === null) throw refusePrivate();
  return toFile(SNAPSHOT, text);
}

/** Ordered so files come before those that link to them, and snapshot.json is last. Throws for a private page. */
export async function collectCopy(
  env: Env,
  moment: CopyMoment,
  pageId = DEFAULT_PAGE_ID,
): Promise<CopyFile[]> {
  const { snapshot } = await pageOf(env, pageId).viewNoOlderThan(FRESH_MS);
  if (snapshot.isPrivate) throw refusePrivate();
  const context = contextOf(env, await findSite(env, pageId), moment.now);
  const facts = await findMirrorFacts(env, pageId);
  const incidents = await listIncidents(context, snapshot);
  const maintenances = await listPageMaintenances(context, { sessionToken: null });
  return [
    ...(await listAssets(env)),
    ...(await listImages(env, snapshot.page)),
    ...(await listDataFiles(context, snapshot)),
    ...drawCopyPages({ snapshot, ...incidents, maintenances, facts }),
    toFile(SNAPSHOT, await writeSnapshot(env, snapshot, { ...moment, pageId })),
  ];
}

function refusePrivate(): AppError {
  return new AppError("conflict", "The status page is private, so it isn't copied.");
}

async function listIncidents(context: Context, snapshot: PageSnapshot) {
  const { locale: _, ...scope } = scopeOf(context, snapshot);
  const found: Pick<CopySource, "incidents" | "words"> = { incidents: [], words: snapshot.words };
  for (let page = 1; found.incidents.length < MOST_INCIDENTS; page++) {
    const { items, total, words } = await listPublicIncidents(context.db, scope, { page, limit: BLOCK });
    found.incidents = [...found.incidents, ...items];
    found.words = { ...found.words, ...words };
    if (items.length === 0 || page * BLOCK >= total) break;
  }
  return found;
}

function contextOf(env: Env, page: PageSite, now: number): Context {
  return createContext(env, {
    now,
    page,
    client: { ip: "", userAgent: "" },
    origin: variablesOf(env).publicUrl ?? "http://localhost",
    waitUntil: (work) => void work.catch(() => {}),
  });
}
