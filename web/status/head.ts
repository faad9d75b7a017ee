import type { PublicPage } from "../../src/schema/public_page.ts";
import { iconFor, titleWith } from "./tab.ts";
import { countProblems, toneOfMonitor, toneOfOverall } from "./tone.ts";
import type { StatusView } from "./view.ts";

export function titleOf(page: PublicPage, view: StatusView): string {
  const heading = headingOf(page, view);
  const name = heading === null ? page.site.name : `${heading} – ${page.site.name}`;
  if (view.kind !== "home") return name;
  const problems = countProblems(page.monitors.map(toneOfMonitor), page.overall.incidents);
  return titleWith(problems, { name, locale: page.locale, words: page.texts });
}

function headingOf(page: PublicPage, view: StatusView): string | null {
  if (view.kind === "incident") {
    const { title } = view.incident;
    return view.isPostMortem ? `${page.texts["incidents.postMortem"] ?? ""}: ${title}` : title;
  }
  if (view.kind === "maintenance") return view.maintenance.name;
  if (view.kind === "monitor") return page.monitors.find(({ id }) => id === view.id)?.name ?? null;
  if (view.kind === "history") return page.texts["incidents.historyTitle"] ?? null;
  if (view.kind === "not_found") return page.texts["page.notFound"] ?? null;
  return null;
}

export function iconOf(page: PublicPage, isStale: boolean): string {
  return iconFor(isStale ? "pending" : toneOfOverall(page.overall.status), page.site.faviconUrl);
}
