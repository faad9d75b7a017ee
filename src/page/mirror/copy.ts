import type { CopyFile } from "../../domain/mirror/file.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { type Context, createContext } from "../../service/context.ts";
import { findMirrorFacts } from "../../service/mirror/facts.ts";
import { pageOf } from "../../service/page/change.ts";
import { listOlderDays, type OlderStates, readOlderStates } from "../../service/page/history.ts";
import { listPublicIncidents } from "../../service/page/incident.ts";
import { listPageMaintenances, scopeOf } from "../../service/page/part.ts";
import { listDataFiles } from "./data_files.ts";
import { type CopySource, drawCopyPages, MOST_INCIDENTS } from "./pages.ts";
import { toSnapshotFile } from "./snapshot_file.ts";
import { listAssets, listImages } from "./static_files.ts";

/** A page that nobody looks at is read once a minute: that much older, a copy of each minute would seem late. */
const FRESH_MS = 15_000;
const BLOCK = 125;

interface Collected {
  files: CopyFile[];
  /** For the next snapshot, as long as nothing but statuses changes. */
  older: OlderStates;
}

/** What changes at each interval whatever happens: snapshot.json. */
export async function collectSnapshot(
  env: Env,
  now: number,
  known: OlderStates | null = null,
): Promise<Collected> {
  const { file, older } = await takeSnapshotFile(env, { snapshot: await takeSnapshot(env), now, known });
  return { files: [file], older };
}

/** The whole copy, what leads to other files after them, and snapshot.json last. Throws where the page is private. */
export async function collectCopy(env: Env, now: number): Promise<Collected> {
  return await collect(env, await takeSnapshot(env), now);
}

async function collect(env: Env, snapshot: PageSnapshot, now: number): Promise<Collected> {
  const context = contextOf(env, now);
  const facts = await findMirrorFacts(env);
  const incidents = await listIncidents(context, snapshot);
  const maintenances = await listPageMaintenances(context, { sessionToken: null });
  const { file, older } = await takeSnapshotFile(env, { snapshot, now, known: null });
  const files = [
    ...(await listAssets(env)),
    ...(await listImages(env, snapshot.page)),
    ...(await listDataFiles(context, snapshot)),
    ...drawCopyPages({ snapshot, ...incidents, maintenances, facts }),
    file,
  ];
  return { files, older };
}

/** The page as it is at this moment. */
async function takeSnapshot(env: Env): Promise<PageSnapshot> {
  const built = await pageOf(env).steadyView(FRESH_MS);
  if (built.snapshot.isPrivate)
    throw new AppError("conflict", "The status page is private, and a private page is never copied.");
  return built.snapshot;
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

async function takeSnapshotFile(
  env: Env,
  { snapshot, now, known }: { snapshot: PageSnapshot; now: number; known: OlderStates | null },
): Promise<{ file: CopyFile; older: OlderStates }> {
  const older = await readOlderStates(contextOf(env, now), snapshot, known);
  return { file: toSnapshotFile(snapshot, listOlderDays(snapshot, older, now)), older };
}

function contextOf(env: Env, now: number): Context {
  return createContext(env, {
    now,
    client: { ip: "", userAgent: "" },
    origin: variablesOf(env).publicUrl ?? "http://localhost",
    waitUntil: (work) => void work.catch(() => {}),
  });
}
