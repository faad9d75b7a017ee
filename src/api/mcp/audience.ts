import { plural } from "../../lib/plural.ts";
import type { PublicEventType } from "../../schema/incident_status.ts";
import type { Context } from "../../service/context.ts";
import { listMonitors } from "../../service/monitor/monitor.ts";
import { listAudiences } from "../../service/subscriber/audience.ts";
import { joinLines, panelLink } from "./words.ts";

interface Publication {
  type: PublicEventType;
  monitorIds: readonly number[];
  isPageWide: boolean;
  pageKeys: readonly string[];
}

export async function describeAudience(context: Context, publication: Publication): Promise<string> {
  const { type, isPageWide, pageKeys } = publication;
  const monitorIds = isPageWide ? undefined : [...publication.monitorIds];
  const [pages, monitors] = await Promise.all([
    listAudiences(context, { type, monitorIds, pageKeys: [...pageKeys] }),
    listMonitors(context, {}),
  ]);
  const names = new Map(monitors.map(({ id, name, publicName }) => [id, publicName ?? name]));
  const total = pages.reduce((sum, { count }) => sum + count, 0);
  const isSeveral = pages.length > 1;
  return joinLines([
    ...pages.map(({ name, url, count, monitorIds: shown }) => {
      const page = url ? `${name} (${url})` : `the status page of ${panelLink(context)}`;
      const what = isPageWide
        ? "as a notice about the whole page"
        : `at ${shown.map((id) => names.get(id)).join(", ")}`;
      return `Page: ${page}, ${what}${isSeveral ? `, with ${plural(count, "subscriber")}` : ""}.`;
    }),
    pages.length === 0 && "Page: none, because none of these monitors is on a page.",
    `Notified with notify: true: ${plural(total, "subscriber")}.`,
  ]);
}
