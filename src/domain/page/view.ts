import type { PublicIncident, PublicPage } from "../../schema/public_page.ts";
import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import { localiseWindow, type WordedWindow } from "../incident/window_words.ts";
import { type IncidentWords, wordsIn } from "../incident/wording.ts";
import { textsFor } from "./language.ts";
import { localiseLayout } from "./layout.ts";
import { freshUntil, isInMaintenance, isStatusFresh, overallStatus } from "./status.ts";
import { VISITOR_TEXTS } from "./texts.ts";

export interface PageLocale {
  code: string;
  name: string;
  isDefault: boolean;
  translations: Record<string, string>;
}

const TROUBLE: ReadonlySet<string> = new Set(["degraded", "down", "affected"]);
const TROUBLE_MS = 10_000;

export interface PageSnapshot {
  isPrivate: boolean;
  /** Cookies that open a page with a password carry this stamp. */
  unlockStamp?: string;
  locales: PageLocale[];
  page: Omit<PublicPage, "locale" | "locales" | "texts" | "maintenances"> & { maintenances: WordedWindow[] };
  gapMs: Record<number, number>;
  /** Monitors whose provider announces maintenance. Copies of earlier releases lack them. */
  maintainedIds?: readonly number[];
  subscriptionSettings: SubscriptionSettings;
  words: IncidentWords;
}

/** Visible to people without access: branding and texts. */
export type PageShell = Pick<PublicPage, "site" | "locale" | "locales" | "texts">;

export function chooseLocale(locales: readonly PageLocale[], wanted: string | null): PageLocale {
  const code = wanted?.toLowerCase();
  const english = { code: "en", name: "English", isDefault: true, translations: {} };
  return (
    locales.find((locale) => locale.code === code) ?? locales.find(({ isDefault }) => isDefault) ?? english
  );
}

export function findNearestLocale(
  locales: readonly PageLocale[],
  wanted: string | null | undefined,
): string | null {
  const code = wanted?.toLowerCase();
  if (!code) return null;
  const base = code.split("-")[0];
  const known = locales.map((locale) => locale.code);
  return (
    known.find((one) => one === code) ??
    known.find((one) => one === base) ??
    known.find((one) => one.split("-")[0] === base) ??
    null
  );
}

export function shellOf({ page, locales }: PageSnapshot, wanted: string | null): PageShell {
  const { code, translations } = chooseLocale(locales, wanted);
  return {
    site: page.site,
    locale: code,
    locales: locales.map((locale) => ({ code: locale.code, name: locale.name })),
    texts: textsFor(code, { translations, texts: VISITOR_TEXTS }),
  };
}

export function localisePage(snapshot: PageSnapshot, wanted: string | null): PublicPage {
  const shell = shellOf(snapshot, wanted);
  const code = shell.locale;
  return {
    ...snapshot.page,
    ...shell,
    layout: localiseLayout(snapshot.page.layout, code),
    incidents: localiseIncidents(snapshot, code),
    maintenances: snapshot.page.maintenances.map((window) => localiseWindow(window, code)),
  };
}

export function localiseIncidents({ page, words }: PageSnapshot, code: string): PublicIncident[] {
  return page.incidents.map((incident) => localiseIncident(incident, words, code));
}

export function localiseIncident(
  incident: PublicIncident,
  words: IncidentWords,
  code: string,
): PublicIncident {
  const own = words[incident.id];
  if (!own) return incident;
  return {
    ...incident,
    ...wordsIn(own.title, code),
    updates: incident.updates.map((update) => ({
      ...update,
      ...wordsIn(own.updates[update.id] ?? {}, code),
    })),
    ...(incident.postMortem && {
      postMortem: { ...incident.postMortem, ...wordsIn(own.postMortem ?? {}, code) },
    }),
  };
}

export function nextTurn({ page, gapMs }: PageSnapshot, after: number): number {
  const isTroubled = page.monitors.some(({ status }) => TROUBLE.has(status));
  const times = [
    isTroubled ? after + TROUBLE_MS : Infinity,
    ...page.monitors.flatMap(({ id, checkedAt }) =>
      checkedAt === null ? [] : [freshUntil(Date.parse(checkedAt), gapMs[id] ?? 0) + 1],
    ),
    ...page.maintenances.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]),
  ];
  return Math.min(Infinity, ...times.filter((time) => time > after));
}

export function agePage(snapshot: PageSnapshot, now: number): PageSnapshot {
  const { page, gapMs, maintainedIds = [] } = snapshot;
  const maintenances = page.maintenances
    .filter(({ endsAt }) => Date.parse(endsAt) > now)
    .map((window) => ({
      ...window,
      status: Date.parse(window.startsAt) <= now ? ("in_progress" as const) : ("not_started" as const),
    }));
  const monitors = page.monitors.map((monitor) => {
    const checkedAt = monitor.checkedAt === null ? null : Date.parse(monitor.checkedAt);
    const isFresh = isStatusFresh(checkedAt, { gapMs: gapMs[monitor.id] ?? 0, now });
    const underMaintenance =
      isInMaintenance(monitor.id, { maintenances, now }) || (isFresh && maintainedIds.includes(monitor.id));
    if (isFresh || monitor.status === "paused") return { ...monitor, underMaintenance };
    return {
      ...monitor,
      underMaintenance,
      status: "pending" as const,
      since: null,
      responseMs: null,
      affectedBy: [],
    };
  });
  const { incidents } = page;
  const overall = { ...page.overall, status: overallStatus({ monitors, incidents, maintenances }) };
  return { ...snapshot, page: { ...page, overall, monitors, maintenances } };
}

export interface PageOffers {
  rss: boolean;
  teamChat: boolean;
  api: boolean;
}

export function offersOf(settings: SubscriptionSettings, isPrivate: boolean): PageOffers {
  const isOn = settings.enabled && !isPrivate;
  return {
    rss: isOn && settings.rssEnabled,
    teamChat: isOn && settings.allowTeamChat && settings.allowedEvents.length > 0,
    api: isOn && settings.apiEnabled,
  };
}

/** Copies kept by earlier releases have no settings. */
export function settingsIn({ subscriptionSettings: stored }: PageSnapshot): SubscriptionSettings {
  return subscriptionSettings.parse(stored ?? {});
}
