import { findCheckType } from "../../check/registry.ts";
import { type NewestIds, readNewestIds } from "../../data/public_incident.ts";
import { localiseWindow, type WordedWindow } from "../../domain/incident/window_words.ts";
import type { MonitorStory } from "../../domain/page/monitor_story.ts";
import { HISTORY_LIMIT, type MonitorDays, type PageAddress } from "../../domain/page/site.ts";
import { chooseLocale, localiseIncidents, type PageSnapshot } from "../../domain/page/view.ts";
import { notFound } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { PublicIncident, PublicMaintenance } from "../../schema/public_page.ts";
import type { Context } from "../context.ts";
import { cached } from "../record/page_memory.ts";
import { hasOlderIncidents } from "./bar_incidents.ts";
import { getPublicHistory, getPublicUptime } from "./history.ts";
import {
  findPublicIncident,
  listMonitorIncidents,
  listPublicIncidents,
  listPublicMaintenance,
  listPublicMaintenances,
  listPublicPlans,
  type PublicPlan,
  type PublicScope,
} from "./incident.ts";
import { findPlaced, isSignedIn, keep, openPage, type PageVisitor } from "./view.ts";

const PAST_MS = 90 * DAY_MS;
const FAR_MS = 8.64e15;
/** Pages of any length are cut from blocks this long, so visitors can't multiply the cached entries. */
const BLOCK = 100;
const CHART_POINTS = 50;

type PagePart =
  | ({ kind: "monitor" } & MonitorStory)
  | { kind: "incident"; incident: PublicIncident; isPostMortem?: true }
  | { kind: "maintenance"; maintenance: PublicMaintenance }
  | { kind: "history"; incidents: readonly PublicIncident[]; page: number; pages: number };

interface PartRequest extends PageVisitor {
  locale: string | null;
}

export async function getPagePart(
  context: Context,
  address: Exclude<PageAddress, { kind: "home" | "subscribe" }>,
  asked: PartRequest,
): Promise<PagePart> {
  const { kind } = address;
  if (kind === "incident") return { kind, incident: await getPageIncident(context, address.id, asked) };
  if (kind === "post_mortem") {
    const incident = await getPageIncident(context, address.id, asked);
    if (!incident.postMortem) throw notFound("post-mortem");
    return { kind: "incident", incident, isPostMortem: true };
  }
  if (kind === "monitor") return { kind, ...(await getMonitorStory(context, address, asked)) };
  if (kind === "maintenance")
    return { kind, maintenance: await getPageMaintenance(context, address.id, asked) };
  const { page } = address;
  const { items, total } = await listPageIncidents(context, { page, limit: HISTORY_LIMIT }, asked);
  const pages = Math.max(1, Math.ceil(total / HISTORY_LIMIT));
  if (page > pages) throw notFound("page of the history");
  return { kind, incidents: items, page, pages };
}

async function getMonitorStory(
  context: Context,
  { id, days }: { id: number; days: MonitorDays },
  asked: PartRequest,
): Promise<MonitorStory> {
  const { snapshot } = await open(context, asked);
  const { type } = findPlaced(snapshot, id);
  const [uptime, chart, incidents] = await Promise.all([
    getPublicUptime(context, { ...asked, id, days: PAST_MS / DAY_MS }),
    findCheckType(type)?.hasResponseTime
      ? getPublicHistory(context, { ...asked, id, hours: days * 24, buckets: CHART_POINTS })
      : null,
    listRecentIncidents(context, id, asked),
  ]);
  return { id, uptime, chart, days, incidents };
}

async function listRecentIncidents(
  context: Context,
  monitorId: number,
  asked: PartRequest,
): Promise<PublicIncident[]> {
  const { snapshot, scope } = await open(context, asked);
  const endsAfter = context.now - PAST_MS;
  if (hasOlderIncidents(snapshot))
    return await keep(context, asked, `incidents of monitor ${monitorId} ${scope.locale}`, () =>
      listMonitorIncidents(context.db, scope, { monitorId, endsAfter, limit: BLOCK }),
    );
  return localiseIncidents(snapshot, scope.locale).filter(
    ({ components, resolvedAt }) =>
      components.some(({ id }) => id === monitorId) &&
      (resolvedAt === null || Date.parse(resolvedAt) >= endsAfter),
  );
}

export async function listPageIncidents(
  context: Context,
  { page, limit }: { page: number; limit: number },
  asked: PartRequest,
) {
  const { scope } = await open(context, asked);
  if (await isSignedIn(context, asked)) {
    const { items, total } = await listPublicIncidents(context.db, scope, { page, limit });
    return { items, total, page, limit };
  }
  const block = async (number: number) =>
    await keep(context, asked, `incidents ${number} ${scope.locale}`, async () => {
      const { items, total } = await listPublicIncidents(context.db, scope, { page: number, limit: BLOCK });
      return { items, total };
    });
  const { items: first, total } = await block(1);
  const [from, to] = [(page - 1) * limit, Math.min(page * limit, total)];
  const items: PublicIncident[] = [];
  for (let number = Math.floor(from / BLOCK) + 1; (number - 1) * BLOCK < to; number++) {
    const own = number === 1 ? first : (await block(number)).items;
    const start = (number - 1) * BLOCK;
    items.push(...own.slice(Math.max(0, from - start), to - start));
  }
  return { items, total, page, limit };
}

export async function getPageIncident(
  context: Context,
  id: number,
  asked: PartRequest,
): Promise<PublicIncident> {
  const { snapshot, scope } = await open(context, asked);
  const known = localiseIncidents(snapshot, scope.locale).find((incident) => incident.id === id);
  if (known) return known;
  const found = await keep(context, asked, `incident ${id} ${scope.locale}`, async () => {
    const { incident } = await findNewest(context);
    return id > incident ? null : await findPublicIncident(context.db, scope, id);
  });
  if (!found) throw notFound("incident");
  return found;
}

async function getPageMaintenance(
  context: Context,
  id: number,
  asked: PartRequest,
): Promise<PublicMaintenance> {
  const { snapshot, scope } = await open(context, asked);
  const known = snapshot.page.maintenances.find((window) => window.id === id);
  if (known) return localiseWindow(known, scope.locale);
  const found = await keep(context, asked, `maintenance ${id}`, async () => {
    const { maintenance } = await findNewest(context);
    return id > maintenance ? null : await listPublicMaintenance(context.db, scope, { id, now: context.now });
  });
  if (!found) throw notFound("maintenance window");
  return localiseWindow(found, scope.locale);
}

/** Higher ids don't exist, so they cost no read. */
async function findNewest(context: Context): Promise<NewestIds> {
  return await cached("newest ids", { ...context, load: () => readNewestIds(context.db) });
}

export async function listPageMaintenances(context: Context, looker: PageVisitor): Promise<WordedWindow[]> {
  const { scope } = await open(context, { ...looker, locale: null });
  return await keep(context, looker, "maintenances", async () => {
    const { now } = context;
    return await listPublicMaintenances(context.db, scope, {
      now,
      span: { from: now - PAST_MS, to: FAR_MS },
    });
  });
}

export async function listPagePlans(context: Context, looker: PageVisitor): Promise<PublicPlan[]> {
  const { scope } = await open(context, { ...looker, locale: null });
  return await keep(context, looker, "plans", async () => {
    const { now } = context;
    return await listPublicPlans(context.db, scope, { now, from: now - PAST_MS });
  });
}

async function open(
  context: Context,
  { locale, ...looker }: PartRequest,
): Promise<{ snapshot: PageSnapshot; scope: PublicScope & { locale: string } }> {
  const snapshot = await openPage(context, looker);
  return { snapshot, scope: scopeOf(context, snapshot, locale) };
}

export function scopeOf(
  { page }: Pick<Context, "page">,
  snapshot: PageSnapshot,
  locale: string | null = null,
): PublicScope & { locale: string } {
  return {
    pageId: page.id,
    monitorIds: snapshot.page.monitors.map(({ id }) => id),
    baseUrl: page.url ?? "",
    locale: chooseLocale(snapshot.locales, locale).code,
  };
}
