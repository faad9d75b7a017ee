import type { StatusPlace } from "../../domain/page/status_api.ts";
import { localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import { etagOf } from "../../lib/etag.ts";
import type { PublicPage } from "../../schema/public_page.ts";
import type { Context } from "../context.ts";
import { toAbsolute } from "./absolute.ts";
import { type FeedAnswer, openOffer } from "./feed.ts";

/** What was made of a snapshot goes with it. */
const servedOf = new WeakMap<PageSnapshot, Map<string, FeedAnswer>>();

/** A part of the status API, made once for each state of the page. Throws 404 where it is switched off. */
export async function getStatusPart(
  context: Context,
  name: string,
  make: (page: PublicPage, place: StatusPlace) => unknown,
): Promise<FeedAnswer> {
  const snapshot = await openOffer(context, "api");
  const baseUrl = toAbsolute(context, "/").replace(/\/$/, "");
  const served = servedOf.get(snapshot) ?? new Map<string, FeedAnswer>();
  servedOf.set(snapshot, served);
  const key = `${name} ${baseUrl}`;
  const known = served.get(key);
  if (known) return known;
  const body = JSON.stringify(make(localisePage(snapshot, null), { baseUrl }));
  const made = { body, etag: await etagOf(body) };
  served.set(key, made);
  return made;
}
