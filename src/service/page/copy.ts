import { withStatuses } from "../../domain/page/copied.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { within } from "../../lib/within.ts";
import { checkDisk } from "../record/database_fault.ts";
import { readWatches } from "./source.ts";

const PATIENCE_MS = 3000;
const KEY = "page/snapshot.json";

const LASTS_MS = 5 * MINUTE_MS;

/** Kept here since the page's object is evicted soon after the last visitor. */
let kept: { at: number; isPrivate: boolean } | null = null;

export function isCopyDue({ isPrivate }: PageSnapshot, now: number): boolean {
  return kept === null || now - kept.at > LASTS_MS || now < kept.at || kept.isPrivate !== isPrivate;
}

export async function keepCopy(env: Env, snapshot: PageSnapshot, now: number): Promise<void> {
  kept = { at: now, isPrivate: snapshot.isPrivate };
  await env.FILES.put(KEY, JSON.stringify(snapshot), { httpMetadata: { contentType: "application/json" } });
}

export async function readCopy(env: Env): Promise<PageSnapshot | null> {
  const copy = await env.FILES.get(KEY);
  return copy ? await copy.json<PageSnapshot>() : null;
}

/** The last copy with current statuses, for when the page object doesn't respond: the kept one, or what is known here. */
export async function readCopyNow(
  env: Env,
  { known, now }: { known: PageSnapshot | null; now: number },
): Promise<PageSnapshot | null> {
  const kept = await within(PATIENCE_MS, () => readCopy(env)).catch((error: unknown) => {
    log("warn", "the page's copy could not be read", { error });
    return null;
  });
  const copy = newerOf(kept, known);
  if (!copy) return null;
  const wanted = copy.page.monitors.map(({ id }) => ({ id, rawFrom: null }));
  const { statuses } = await readWatches(env, wanted);
  return withStatuses(copy, {
    statuses: new Map(statuses.map((status) => [status.id, status])),
    fault: (await checkDisk(env)) ? "disk_full" : "other",
    now,
  });
}

function newerOf(a: PageSnapshot | null, b: PageSnapshot | null): PageSnapshot | null {
  if (!a || !b) return a ?? b;
  return Date.parse(a.page.takenAt) > Date.parse(b.page.takenAt) ? a : b;
}
