import type { CopyFile } from "../../domain/mirror/file.ts";
import { STATUS_PARTS } from "../../domain/page/status_parts.ts";
import { localisePage, offersOf, type PageSnapshot, settingsIn } from "../../domain/page/view.ts";
import type { Context } from "../../service/context.ts";
import { toAbsolute } from "../../service/page/absolute.ts";
import { getCalendar } from "../../service/page/calendar.ts";
import { getIncidentFeed, getTeamChatFeed, INCIDENT_FEEDS, TEAM_CHAT_FEED } from "../../service/page/feed.ts";
import { toFile } from "./file.ts";

export async function listDataFiles(context: Context, snapshot: PageSnapshot): Promise<CopyFile[]> {
  const offers = offersOf(settingsIn(snapshot), snapshot.isPrivate);
  const files: CopyFile[] = [];
  const add = (address: string, body: string) => files.push(toFile(address.slice(1), body));
  if (offers.rss)
    for (const feed of INCIDENT_FEEDS) add(feed.path, (await getIncidentFeed(context, feed)).body);
  if (offers.teamChat) add(TEAM_CHAT_FEED, (await getTeamChatFeed(context)).body);
  if (offers.api) {
    const page = localisePage(snapshot, null);
    const baseUrl = toAbsolute(context, "/").replace(/\/$/, "");
    for (const [address, make] of Object.entries(STATUS_PARTS))
      add(address, JSON.stringify(make(page, { baseUrl })));
  }
  add("/api/v1/public/maintenance.ics", await getCalendar(context, { sessionToken: null }));
  return files;
}
