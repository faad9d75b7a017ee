import { type Feed, type FeedEntry, writeAtom, writeRss } from "../../domain/page/feed.ts";
import { type FeedContext, toIncidentEntry } from "../../domain/page/feed_entry.ts";
import {
  findNearestLocale,
  localiseIncident,
  localiseIncidents,
  offersOf,
  type PageOffers,
  type PageSnapshot,
  settingsIn,
  shellOf,
} from "../../domain/page/view.ts";
import { covers } from "../../domain/subscriber/scope.ts";
import { AppError, NOTHING_HERE } from "../../lib/errors.ts";
import { etagOf } from "../../lib/etag.ts";
import { NOTIFIED_EVENT_TYPES } from "../../schema/incident_status.ts";
import type { PublicIncident } from "../../schema/public_page.ts";
import type { Context } from "../context.ts";
import { cached } from "../record/page_memory.ts";
import { toAbsolute } from "./absolute.ts";
import { toFactEntry } from "./feed_fact.ts";
import { listPublicFacts, listPublicIncidents } from "./incident.ts";
import { scopeOf } from "./part.ts";
import { getSnapshot } from "./view.ts";

type FeedFormat = "rss" | "atom";

export const FEED_TYPES = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
} as const satisfies Record<FeedFormat, string>;

export const TEAM_CHAT_FEED = "/api/v1/public/team-chat.rss";
export const INCIDENT_FEEDS = [
  { path: "/api/v1/public/incidents.rss", format: "rss" },
  { path: "/api/v1/public/incidents.atom", format: "atom" },
  // Where Statuspage clients look for them.
  { path: "/history.rss", format: "rss" },
  { path: "/history.atom", format: "atom" },
  { path: "/rss.xml", format: "rss" },
] as const satisfies readonly { path: string; format: FeedFormat }[];

const ENTRIES = 50;
const OLDEST_MS = 60_000;

export interface FeedResponse {
  body: string;
  etag: string;
}

interface KeptFeed extends FeedResponse {
  version: string;
  readAt: number;
}

export async function getIncidentFeed(
  context: Context,
  { path, format, lang }: { path: string; format: FeedFormat; lang?: string | undefined },
): Promise<FeedResponse> {
  const snapshot = await openOffer(context, "rss");
  return await keepFeed(context, snapshot, { path, format, lang }, async (feed) => {
    const incidents = snapshot.page.fault
      ? localiseIncidents(snapshot, feed.locale)
          .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
          .slice(0, ENTRIES)
      : await listUpdated(context, snapshot, feed.locale);
    return incidents.map((incident) => toIncidentEntry(incident, feed));
  });
}

async function listUpdated(
  context: Context,
  snapshot: PageSnapshot,
  locale: string,
): Promise<PublicIncident[]> {
  const scope = scopeOf(context, snapshot);
  const wanted = { order: "updated", limit: ENTRIES, isCounted: false } as const;
  const { items, words } = await listPublicIncidents(context.db, scope, wanted);
  return items.map((incident) => localiseIncident(incident, words, locale));
}

export async function getTeamChatFeed(context: Context, lang?: string): Promise<FeedResponse> {
  const snapshot = await openOffer(context, "teamChat");
  return await keepFeed(context, snapshot, { path: TEAM_CHAT_FEED, format: "rss", lang }, async (feed) => {
    const { pageId, monitorIds } = scopeOf(context, snapshot);
    const { allowedEvents } = settingsIn(snapshot);
    const types = NOTIFIED_EVENT_TYPES.filter((type) => covers(allowedEvents, type));
    const facts = await listPublicFacts(context.db, { pageId, monitorIds, types, limit: ENTRIES });
    return facts.map((fact) => toFactEntry(fact, feed, snapshot.words));
  });
}

export async function openOffer(context: Context, offer: keyof PageOffers): Promise<PageSnapshot> {
  const snapshot = await getSnapshot(context);
  if (offersOf(settingsIn(snapshot), snapshot.isPrivate)[offer]) return snapshot;
  throw new AppError("not_found", NOTHING_HERE);
}

async function keepFeed(
  context: Context,
  snapshot: PageSnapshot,
  { path, format, lang }: { path: string; format: FeedFormat; lang: string | undefined },
  read: (feed: FeedContext) => Promise<FeedEntry[]>,
): Promise<FeedResponse> {
  const { now } = context;
  const url = toAbsolute(context, "/");
  const asked = findNearestLocale(snapshot.locales, lang);
  const { site, locale, texts } = shellOf(snapshot, asked);
  const { version } = snapshot.page;
  const { allowedEvents } = settingsIn(snapshot);
  const load = async (known: KeptFeed | null): Promise<KeptFeed> => {
    const isCurrent = known?.version === version && now - known.readAt < OLDEST_MS;
    if (known && (isCurrent || snapshot.page.fault)) return known;
    const entries = await read({ locale, texts, baseUrl: url.replace(/\/$/, "") });
    const feed: Feed = {
      title: site.name,
      description: texts["incidents.historyTitle"] ?? site.name,
      language: locale,
      url,
      selfUrl: toAbsolute(context, asked === null ? path : `${path}?lang=${asked}`),
      entries,
    };
    const body = format === "rss" ? writeRss(feed) : writeAtom(feed);
    return { body, etag: await etagOf(body), version, readAt: now };
  };
  return await cached(`feed ${path} ${asked} ${url} ${allowedEvents}`, { ...context, load });
}
