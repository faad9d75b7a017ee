import { listMissing } from "../../data/missing.ts";
import { listTags } from "../../data/monitor.ts";
import { countChoices } from "../../data/subscriber_list.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { mayNotify } from "../../domain/subscriber/delivery.ts";
import { decideScope, isFor } from "../../domain/subscriber/scope.ts";
import { SUBSCRIBER_TYPES } from "../../schema/subscriber.ts";
import type { AudienceQuery } from "../../schema/subscriber_list.ts";
import type { Context } from "../context.ts";
import { findSubscriberPage } from "./page.ts";

export async function countAudience(
  { db, env, page }: Context,
  { type, monitorIds }: AudienceQuery,
): Promise<{ count: number }> {
  const found = await findSubscriberPage(env, db, page.id);
  if (!found) return { count: 0 };
  const { site, settings, placed } = found;
  const ways = SUBSCRIBER_TYPES.filter((way) => mayNotify({ type: way, status: "active" }, type, settings));
  const former =
    page.id === DEFAULT_PAGE_ID ? await listMissing(db, { noun: "monitor", ids: monitorIds ?? [] }) : [];
  const linked = (monitorIds ?? []).filter((id) => placed.includes(id) || former.includes(id));
  const isPageWide = monitorIds === undefined;
  if (site === null || ways.length === 0 || (!isPageWide && linked.length === 0)) return { count: 0 };
  const [tags, choices] = await Promise.all([
    listTags(db, linked),
    countChoices(db, { pageId: page.id, types: ways }),
  ]);
  const scope = decideScope({ isPageWide, monitorIds: linked }, tags);
  const told = choices.filter((one) => isFor({ type, scope }, one));
  return { count: told.reduce((sum, { count }) => sum + count, 0) };
}
