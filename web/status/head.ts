import { fillText } from "../../src/domain/page/text.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { pluralForm } from "./format.ts";
import { markIcon } from "./marks.ts";
import { countProblems, toneOfOverall } from "./tone.ts";
import type { StatusView } from "./view.ts";

/** Trouble is told in the tab as well. */
export function titleOf(page: PublicPage, view: StatusView): string {
  const heading = headingOf(page, view);
  const name = heading === null ? page.site.name : `${heading} – ${page.site.name}`;
  const problems = countProblems(page);
  if (problems === 0 || view.kind !== "home") return name;
  const form = `overall.problems.${pluralForm(problems, page.locale)}`;
  const text = page.texts[form] ?? page.texts["overall.problems.other"] ?? "{n}";
  return `● ${fillText(text, { n: problems })} – ${page.site.name}`;
}

function headingOf(page: PublicPage, view: StatusView): string | null {
  if (view.kind === "incident") return view.incident.title;
  if (view.kind === "maintenance") return view.maintenance.name;
  if (view.kind === "history") return page.texts["incidents.historyTitle"] ?? null;
  if (view.kind === "not_found") return page.texts["page.notFound"] ?? null;
  return null;
}

/** The site's own icon while all is well; trouble is drawn over it by a mark. */
export function iconOf(page: PublicPage, isStale: boolean): string {
  const tone = isStale ? "pending" : toneOfOverall(page.overall.status);
  return tone === "up" && page.site.faviconUrl !== null ? page.site.faviconUrl : markIcon(tone);
}
