import { withStatuses } from "../../domain/page/copied.ts";
import { pageObjectName } from "../../domain/page/site.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { within } from "../../lib/within.ts";
import { checkDisk } from "../record/database_fault.ts";
import { readWatches } from "./source.ts";

const TIMEOUT_MS = 3000;

const CACHE_MS = 5 * MINUTE_MS;

/** Kept here since the page's object is evicted soon after the last visitor. */
const kept = new Map<number, { at: number; isPrivate: boolean }>();

export function isCopyDue(pageId: number, { isPrivate }: PageSnapshot, now: number): boolean {
  const last = kept.get(pageId);
  return !last || now - last.at > CACHE_MS || now < last.at || last.isPrivate !== isPrivate;
}

export async function keepCopy(
  env: Env,
  snapshot: PageSnapshot,
  { pageId, now }: { pageId: number; now: number },
): Promise<void> {
  kept.set(pageId, { at: now, isPrivate: snapshot.isPrivate });
  await env.FILES.put(fileOf(pageId), JSON.stringify(snapshot), {
    httpMetadata: { contentType: "application/json" },
  });
}

function fileOf(pageId: number): string {
  return `${pageObjectName(pageId)}/snapshot.json`;
}

export async function removeCopy(env: Env, pageId: number): Promise<void> {
  kept.delete(pageId);
  await env.FILES.delete(fileOf(pageId));
}

export async function readCopy(env: Env, pageId: number): Promise<PageSnapshot | null> {
  const copy = await env.FILES.get(fileOf(pageId));
  return copy ? await copy.json<PageSnapshot>() : null;
}

export async function readCopyNow(
  env: Env,
  { pageId, known, now }: { pageId: number; known: PageSnapshot | null; now: number },
): Promise<PageSnapshot | null> {
  const kept = await within(TIMEOUT_MS, () => readCopy(env, pageId)).catch((error: unknown) => {
    log("warn", "failed to read the page's copy", { error });
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
