import type { PublicEventType } from "../../schema/incident_status.ts";
import type { Context } from "../../service/context.ts";
import { listMonitors } from "../../service/monitor/monitor.ts";
import { countAudience } from "../../service/subscriber/audience.ts";
import { findSubscriberPage } from "../../service/subscriber/page.ts";
import { joinLines, panelLink } from "./words.ts";

interface Publication {
  type: PublicEventType;
  monitorIds: readonly number[];
  isPageWide: boolean;
}

/** Where visitors will see it, and how many people are notified if the user wants that. */
export async function describeAudience(context: Context, publication: Publication): Promise<string> {
  const { type, isPageWide } = publication;
  const monitorIds = isPageWide ? undefined : [...publication.monitorIds];
  const [subscriberPage, { count }, monitors] = await Promise.all([
    findSubscriberPage(context.env, context.db, context.page.id),
    countAudience(context, { type, monitorIds }),
    listMonitors(context, {}),
  ]);
  const { site = null, placed = [] } = subscriberPage ?? {};
  const shown = monitors.filter(({ id }) => monitorIds?.includes(id) && placed.includes(id));
  const page = site ? `${site.name} (${site.url})` : `the status page of ${panelLink(context)}`;
  return joinLines([
    isPageWide && `Page: ${page}, as a notice about the whole page.`,
    shown.length > 0 && `Page: ${page}, at ${shown.map((one) => one.publicName ?? one.name).join(", ")}.`,
    !isPageWide && shown.length === 0 && "Page: none, because none of these monitors is on a page.",
    `Notified with notify: true: ${count} ${count === 1 ? "subscriber" : "subscribers"}.`,
  ]);
}
