import { localiseWindow } from "../../domain/incident/window_words.ts";
import { type CalendarEvent, writeCalendar } from "../../domain/page/calendar.ts";
import { toCalendarSeries, zoneLines } from "../../domain/page/calendar_series.ts";
import { findNearestLocale, shellOf } from "../../domain/page/view.ts";
import { markdownText } from "../../lib/markdown_text.ts";
import type { Context } from "../context.ts";
import { toAbsolute } from "./absolute.ts";
import type { PublicPlan } from "./incident.ts";
import { listPagePlans } from "./part.ts";
import { openPage, type PageVisitor } from "./view.ts";

export async function getCalendar(
  context: Context,
  { lang, ...looker }: PageVisitor & { lang?: string | undefined },
): Promise<string> {
  const snapshot = await openPage(context, looker);
  const { site, texts, locale } = shellOf(snapshot, findNearestLocale(snapshot.locales, lang));
  const plans = (await listPagePlans(context, looker)).map((plan) => ({
    ...plan,
    maintenance: localiseWindow(plan.maintenance, locale),
  }));
  const events = plans.map((plan) => toEvent(context, plan));
  return writeCalendar(`${site.name}: ${texts["maintenance.title"] ?? ""}`, events, zonesOf(context, plans));
}

function toEvent(context: Context, { maintenance, series }: PublicPlan): CalendarEvent {
  const { id, updatedAt, startsAt, endsAt, name, components, description, url } = maintenance;
  const address = new URL(toAbsolute(context, "/"));
  return {
    uid: `maintenance-${id}@${address.hostname}`,
    stamp: updatedAt,
    from: startsAt,
    to: endsAt,
    title: name,
    text: [components.map((one) => one.name).join(", "), markdownText(description ?? "")]
      .filter(Boolean)
      .join("\n\n"),
    url: toAbsolute(context, url),
    ...(series ? { series: toCalendarSeries(series, context.now) } : {}),
  };
}

function zonesOf({ now }: Context, plans: readonly PublicPlan[]): string[] {
  const windows = plans.flatMap(({ series }) => (series ? [series] : []));
  const byZone = Map.groupBy(windows, ({ series }) => series.timezone);
  return [...byZone].flatMap(([timezone, own]) =>
    zoneLines(timezone, { from: Math.min(...own.map(({ startsAt }) => startsAt)), now }),
  );
}
