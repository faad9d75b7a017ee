import type { PageAddress } from "../domain/page_address.ts";
import { chooseLocale, localiseIncidents, type PageSnapshot } from "../domain/page_view.ts";
import { settingsOf } from "../env.ts";
import { notFound } from "../lib/errors.ts";
import type { PublicIncident, PublicMaintenance } from "../schema/public_page.ts";
import type { Context } from "./context.ts";
import { remembered } from "./page_memory.ts";
import { type Looker, openPage } from "./page_view.ts";
import {
  findPublicIncident,
  findPublicMaintenance,
  listPublicIncidents,
  listPublicMaintenances,
  type PublicScope,
} from "./public_incident.ts";

const DAY_MS = 86_400_000;
const PAST_MS = 90 * DAY_MS;
const FAR_MS = 8.64e15;
const HISTORY_LIMIT = 25;

/** What stands at one of the page's addresses, besides what every one of them has. */
export type PagePart =
  | { kind: "incident"; incident: PublicIncident }
  | { kind: "maintenance"; maintenance: PublicMaintenance }
  | { kind: "history"; incidents: readonly PublicIncident[]; page: number; pages: number };

interface Asked extends Looker {
  /** Null for the page's own. */
  locale: string | null;
}

/** Throws 404 when nothing public stands there. */
export async function getPagePart(
  context: Context,
  address: Exclude<PageAddress, { kind: "home" }>,
  asked: Asked,
): Promise<PagePart> {
  const { kind } = address;
  if (kind === "incident") return { kind, incident: await getPageIncident(context, address.id, asked) };
  if (kind === "maintenance")
    return { kind, maintenance: await getPageMaintenance(context, address.id, asked) };
  const { page } = address;
  const { items, total } = await listPageIncidents(context, { page, limit: HISTORY_LIMIT }, asked);
  const pages = Math.max(1, Math.ceil(total / HISTORY_LIMIT));
  if (page > pages) throw notFound("page of the history");
  return { kind, incidents: items, page, pages };
}

export async function listPageIncidents(
  context: Context,
  { page, limit }: { page: number; limit: number },
  asked: Asked,
) {
  const { scope } = await open(context, asked);
  return await keep(context, asked, `incidents ${page} ${limit} ${scope.locale}`, async () => {
    const { items, total } = await listPublicIncidents(context.db, scope, { page, limit });
    return { items, total, page, limit };
  });
}

/** Throws 404 unless it is public. */
export async function getPageIncident(context: Context, id: number, asked: Asked): Promise<PublicIncident> {
  const { snapshot, scope } = await open(context, asked);
  const known = localiseIncidents(snapshot, scope.locale).find((incident) => incident.id === id);
  if (known) return known;
  return await keep(context, asked, `incident ${id} ${scope.locale}`, async () => {
    const found = await findPublicIncident(context.db, scope, id);
    if (!found) throw notFound("incident");
    return found;
  });
}

async function getPageMaintenance(context: Context, id: number, asked: Asked): Promise<PublicMaintenance> {
  const { snapshot, scope } = await open(context, asked);
  const known = snapshot.page.maintenances.find((window) => window.id === id);
  if (known) return known;
  return await keep(context, asked, `maintenance ${id}`, async () => {
    const found = await findPublicMaintenance(context.db, scope, { id, now: context.now });
    if (!found) throw notFound("maintenance window");
    return found;
  });
}

/** Those of the last three months, running and planned ones, the last first. */
export async function listPageMaintenances(context: Context, looker: Looker): Promise<PublicMaintenance[]> {
  const { scope } = await open(context, { ...looker, locale: null });
  return await keep(context, looker, "maintenances", async () => {
    const { now } = context;
    return await listPublicMaintenances(context.db, scope, {
      now,
      span: { from: now - PAST_MS, to: FAR_MS },
    });
  });
}

async function open(
  context: Context,
  { locale, ...looker }: Asked,
): Promise<{ snapshot: PageSnapshot; scope: PublicScope & { locale: string } }> {
  const snapshot = await openPage(context, looker);
  return { snapshot, scope: scopeOf(context, snapshot, locale) };
}

/** What is public by this snapshot. */
export function scopeOf(
  { env }: Pick<Context, "env">,
  snapshot: PageSnapshot,
  locale: string | null = null,
): PublicScope & { locale: string } {
  return {
    monitorIds: snapshot.page.monitors.map(({ id }) => id),
    baseUrl: settingsOf(env).publicUrl ?? "",
    locale: chooseLocale(snapshot.locales, locale).code,
  };
}

/** For visitors from memory; whoever is signed in is never answered from there. */
async function keep<T>(
  context: Context,
  { sessionToken }: Looker,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  return sessionToken === null ? await remembered(key, { ...context, load }) : await load();
}
