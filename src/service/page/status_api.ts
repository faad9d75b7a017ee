import { STATUS_PARTS, type StatusPath } from "../../domain/page/status_parts.ts";
import { localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import { etagOf } from "../../lib/etag.ts";
import type { Context } from "../context.ts";
import { toAbsolute } from "./absolute.ts";
import { type FeedResponse, openOffer } from "./feed.ts";

const servedOf = new WeakMap<PageSnapshot, Map<string, FeedResponse>>();

export async function getStatusPart(context: Context, path: StatusPath): Promise<FeedResponse> {
  const snapshot = await openOffer(context, "api");
  const baseUrl = toAbsolute(context, "/").replace(/\/$/, "");
  const served = servedOf.get(snapshot) ?? new Map<string, FeedResponse>();
  servedOf.set(snapshot, served);
  const key = `${path} ${baseUrl}`;
  const known = served.get(key);
  if (known) return known;
  const body = JSON.stringify(STATUS_PARTS[path](localisePage(snapshot, null), { baseUrl }));
  const made = { body, etag: await etagOf(body) };
  served.set(key, made);
  return made;
}
