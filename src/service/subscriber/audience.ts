import { listMissing } from "../../data/missing.ts";
import { listTags } from "../../data/monitor.ts";
import { listKnownPages } from "../../data/page.ts";
import { countChoices } from "../../data/subscriber_list.ts";
import { DEFAULT_PAGE_ID, type KnownPage } from "../../domain/page/site.ts";
import { decideScope, isFor, mayNotify } from "../../domain/subscriber/scope.ts";
import { SUBSCRIBER_TYPES } from "../../schema/subscriber.ts";
import type { AudienceQuery } from "../../schema/subscriber_list.ts";
import type { Context } from "../context.ts";
import { findSubscriberPage } from "./page.ts";

interface Audience {
  key: string;
  name: string;
  url: string | null;
  monitorIds: number[];
  count: number;
}

export async function countAudience(context: Context, query: AudienceQuery) {
  const { id, key } = context.page;
  const pages =
    id === DEFAULT_PAGE_ID
      ? await listAudiences(context, query)
      : (await listAudiences(context, { ...query, pageKeys: query.pageKeys ?? [key] })).filter(
          (page) => page.key === key,
        );
  return {
    count: pages.reduce((sum, { count }) => sum + count, 0),
    pages: pages.map(({ key, name, count }) => ({ key, name, count })),
  };
}

export async function listAudiences(context: Context, query: AudienceQuery): Promise<Audience[]> {
  const { db } = context;
  const ids = query.monitorIds ?? [];
  const [known, former] = await Promise.all([listKnownPages(db), listMissing(db, { noun: "monitor", ids })]);
  const linkedOn = ({ id, monitorIds }: KnownPage) =>
    ids.filter((one) => monitorIds.includes(one) || (id === DEFAULT_PAGE_ID && former.includes(one)));
  const shown = known.filter((page) =>
    query.monitorIds ? linkedOn(page).length > 0 : isShownWhole(page, query),
  );
  return await Promise.all(
    shown.map(async (page) => await audienceOf(context, page, { query, linked: linkedOn(page) })),
  );
}

function isShownWhole({ id, key }: KnownPage, { type, pageKeys = [] }: AudienceQuery): boolean {
  if (pageKeys.length > 0) return pageKeys.includes(key);
  return id === DEFAULT_PAGE_ID || type.startsWith("maintenance.");
}

async function audienceOf(
  { db, env }: Context,
  { id, key }: KnownPage,
  { query: { type, monitorIds }, linked }: { query: AudienceQuery; linked: number[] },
): Promise<Audience> {
  const found = await findSubscriberPage(env, db, id);
  const { site = null, settings, placed = [] } = found ?? {};
  const shown = {
    key,
    name: site?.name ?? key,
    url: site?.url ?? null,
    monitorIds: linked.filter((one) => placed.includes(one)),
  };
  const ways = settings
    ? SUBSCRIBER_TYPES.filter((way) => mayNotify({ type: way, status: "active" }, type, settings))
    : [];
  if (site === null || ways.length === 0) return { ...shown, count: 0 };
  const [tags, choices] = await Promise.all([
    listTags(db, linked),
    countChoices(db, { pageId: id, types: ways }),
  ]);
  const scope = decideScope({ isPageWide: monitorIds === undefined, monitorIds: linked }, tags);
  const included = choices.filter((one) => isFor({ type, scope }, one));
  return { ...shown, count: included.reduce((sum, { count }) => sum + count, 0) };
}
