import type { CopyFile } from "../../domain/mirror/file.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { type Context, createContext } from "../../service/context.ts";
import { findMirrorFacts } from "../../service/mirror/facts.ts";
import { pageOf } from "../../service/page/change.ts";
import { listPublicIncidents } from "../../service/page/incident.ts";
import { listPageMaintenances, scopeOf } from "../../service/page/part.ts";
import { listDataFiles } from "./data_files.ts";
import { toFile } from "./file.ts";
import { type CopySource, drawCopyPages, MOST_INCIDENTS } from "./pages.ts";
import { listAssets, listImages } from "./static_files.ts";
import { type CopyMoment, writeSnapshot } from "./write_snapshot.ts";

/** A page that nobody looks at is read once a minute: that much older, a copy of each minute would seem late. */
const FRESH_MS = 15_000;
const BLOCK = 125;
const SNAPSHOT = "snapshot.json";

/** What changes at each interval whatever happens: snapshot.json. The page's object writes it, so that its text alone travels. */
export async function collectSnapshot(env: Env, wholeAt: number): Promise<CopyFile> {
  const text = await pageOf(env).copyText({ maxAgeMs: FRESH_MS, wholeAt });
  if (text === null) throw refusePrivate();
  return toFile(SNAPSHOT, text);
}

/** The whole copy, what leads to other files after them, and snapshot.json last. Throws where the page is private. */
export async function collectCopy(env: Env, moment: CopyMoment): Promise<CopyFile[]> {
  const { snapshot } = await pageOf(env).steadyView(FRESH_MS);
  if (snapshot.isPrivate) throw refusePrivate();
  const context = contextOf(env, moment.now);
  const facts = await findMirrorFacts(env);
  const incidents = await listIncidents(context, snapshot);
  const maintenances = await listPageMaintenances(context, { sessionToken: null });
  return [
    ...(await listAssets(env)),
    ...(await listImages(env, snapshot.page)),
    ...(await listDataFiles(context, snapshot)),
    ...drawCopyPages({ snapshot, ...incidents, maintenances, facts }),
    toFile(SNAPSHOT, await writeSnapshot(env, snapshot, moment)),
  ];
}

function refusePrivate(): AppError {
  return new AppError("conflict", "The status page is private, and a private page is never copied.");
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

function contextOf(env: Env, now: number): Context {
  return createContext(env, {
    now,
    client: { ip: "", userAgent: "" },
    origin: variablesOf(env).publicUrl ?? "http://localhost",
    waitUntil: (work) => void work.catch(() => {}),
  });
}
