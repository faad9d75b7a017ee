import type { PublicPage } from "../../src/schema/public_page.ts";
import type { RenderOptions, ScriptState, StatusView } from "./view.ts";

const ALWAYS = /^(?:page\.(?:stale|silent|reconnecting|panel)|signIn\.signOut)$/;
const WITH_MONITORS =
  /^(?:status\..+|overall\..+|uptime\.(?:today|label|day\..+)|chart\.noValue|page\.responseTime)$/;
const ELSEWHERE_IN_COPY =
  /^(?:signIn|subscribe|page\.(?:stale|silent|reconnecting|panel|database_away|disk_full))/;

export function scriptStateOf(page: PublicPage, view: StatusView, options: RenderOptions): ScriptState {
  const isHome = view.kind === "home";
  const hasMonitors = isHome || view.kind === "monitor";
  const { texts, site } = page;
  const isWanted = (key: string) =>
    options.copy
      ? key === "copy.old" || (hasMonitors && WITH_MONITORS.test(key))
      : ALWAYS.test(key) || (hasMonitors && WITH_MONITORS.test(key));
  return {
    name: site.name,
    icon: site.faviconUrl,
    words: pick(texts, isWanted),
    titles: isHome ? titlesOf(page) : {},
    ...(options.copy && { copy: copyStateOf(page, view, options) }),
  };
}

function copyStateOf({ locales, texts }: PublicPage, view: StatusView, options: RenderOptions) {
  const own = pick(texts, (key) => !ELSEWHERE_IN_COPY.test(key));
  return { view, options, locales: locales.map(({ code }) => code), texts: own };
}

export function rootAttributes(page: PublicPage, view: StatusView): Readonly<Record<string, string>> {
  const isHome = view.kind === "home";
  return {
    "data-kind": view.kind,
    "data-version": page.version,
    "data-taken": page.takenAt,
    ...(isHome && {
      "data-overall": page.overall.status,
      "data-open": String(page.overall.incidents),
      "data-day": page.monitors[0]?.uptime.days.at(-1)?.date ?? "",
    }),
  };
}

function pick(texts: Readonly<Record<string, string>>, isWanted: (key: string) => boolean) {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isWanted(key)));
}

function titlesOf({ monitors }: PublicPage): Record<string, string> {
  const days = monitors.flatMap(({ uptime }) => uptime.days);
  return Object.fromEntries(days.flatMap(({ incidents }) => incidents.map(({ id, title }) => [id, title])));
}

export function partsOf(view: StatusView): Partial<PublicPage> {
  return {
    incidents: view.kind === "incident" ? [view.incident] : [],
    maintenances: view.kind === "maintenance" ? [view.maintenance] : [],
  };
}
