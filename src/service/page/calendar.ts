import { localiseWindow } from "../../domain/incident/window_words.ts";
import { writeCalendar } from "../../domain/page/calendar.ts";
import { localisePage } from "../../domain/page/view.ts";
import { markdownText } from "../../lib/markdown_text.ts";
import type { Context } from "../context.ts";
import { toAbsolute } from "./absolute.ts";
import { listPageMaintenances } from "./part.ts";
import { openPage, type PageVisitor } from "./view.ts";

/** Public maintenance windows for calendars. */
export async function getCalendar(context: Context, looker: PageVisitor): Promise<string> {
  const { site, texts, locale } = localisePage(await openPage(context, looker), null);
  const address = new URL(toAbsolute(context, "/"));
  const events = (await listPageMaintenances(context, looker))
    .map((window) => localiseWindow(window, locale))
    .map((window) => ({
      uid: `maintenance-${window.id}@${address.hostname}`,
      stamp: window.updatedAt,
      from: window.startsAt,
      to: window.endsAt,
      title: window.name,
      text: [window.components.map(({ name }) => name).join(", "), markdownText(window.description ?? "")]
        .filter(Boolean)
        .join("\n\n"),
      url: toAbsolute(context, window.url),
    }));
  return writeCalendar(`${site.name}: ${texts["maintenance.title"] ?? ""}`, events);
}
