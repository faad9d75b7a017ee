import { localiseWindow } from "../../domain/incident/window_words.ts";
import type { CopySnapshot } from "../../domain/mirror/snapshot.ts";
import { hasWords, localiseLayout } from "../../domain/page/layout.ts";
import { localiseIncidents, localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import type { PublicPage, PublicUptimeDay } from "../../schema/public_page.ts";

export function formatSnapshot(
  snapshot: PageSnapshot,
  older: ReadonlyMap<number, readonly PublicUptimeDay[]>,
): string {
  const page = withoutSubscribing(localisePage(snapshot, null));
  const monitors = page.monitors.map((monitor) => {
    const days = [...(older.get(monitor.id) ?? []), ...monitor.uptime.days];
    return { ...monitor, uptime: { ...monitor.uptime, days } };
  });
  const whole: CopySnapshot = {
    ...page,
    monitors,
    translated: translationsOf(snapshot, page.locale),
    layouts: layoutsOf(snapshot, page.locale),
    translations: ownTextsOf(snapshot, page),
    windows: windowsOf(snapshot, page.locale),
  };
  return JSON.stringify(whole);
}

export function withoutSubscribing(page: PublicPage): PublicPage {
  return { ...page, subscriptions: { ...page.subscriptions, enabled: false } };
}

function translationsOf(snapshot: PageSnapshot, main: string): CopySnapshot["translated"] {
  const others = snapshot.locales.filter(({ code }) => code !== main);
  const ownEntries = others.map(({ code }) => {
    const own = localiseIncidents(snapshot, code).filter(({ id }) => snapshot.words[id]);
    return [code, own] as const;
  });
  return Object.fromEntries(ownEntries.filter(([, own]) => own.length > 0));
}

function layoutsOf({ page, locales }: PageSnapshot, main: string): CopySnapshot["layouts"] {
  if (!hasWords(page.layout)) return {};
  const others = locales.filter(({ code }) => code !== main);
  return Object.fromEntries(others.map(({ code }) => [code, localiseLayout(page.layout, code)]));
}

function ownTextsOf({ locales }: PageSnapshot, { locale, texts }: PublicPage): CopySnapshot["translations"] {
  const others = locales.filter(({ code }) => code !== locale);
  const written = others.map(({ code, translations }) => {
    const own = Object.entries(translations).filter(
      ([key, text]) => text !== "" && Object.hasOwn(texts, key),
    );
    return [code, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(written.filter(([, own]) => Object.keys(own).length > 0));
}

function windowsOf({ page, locales }: PageSnapshot, main: string): CopySnapshot["windows"] {
  const worded = page.maintenances.filter((window) => window.locales);
  if (worded.length === 0) return {};
  const others = locales.filter(({ code }) => code !== main);
  return Object.fromEntries(
    others.map(({ code }) => [code, worded.map((window) => localiseWindow(window, code))]),
  );
}
