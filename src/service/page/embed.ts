import { describeEmbed, embedFramePolicy, writeEmbedFrame } from "../../domain/page/embed.ts";
import {
  findNearestLocale,
  localisePage,
  type PageSnapshot,
  settingsIn,
  shellOf,
} from "../../domain/page/view.ts";
import { AppError, NOTHING_HERE } from "../../lib/errors.ts";
import { etagOf } from "../../lib/etag.ts";
import type { EmbedFrameOptions } from "../../schema/embed.ts";
import type { Context } from "../context.ts";
import { cachedFor } from "../record/page_memory.ts";
import { toAbsolute } from "./absolute.ts";
import type { FeedResponse } from "./feed.ts";
import { getSnapshot } from "./view.ts";

export async function getEmbedState(context: Context, wanted: string | undefined): Promise<FeedResponse> {
  const snapshot = await openEmbed(context);
  const locale = findNearestLocale(snapshot.locales, wanted);
  const baseUrl = toAbsolute(context, "/").replace(/\/$/, "");
  const make = async () => {
    const body = JSON.stringify(describeEmbed(localisePage(snapshot, locale), { baseUrl }));
    return { body, etag: await etagOf(body) };
  };
  return await cachedFor(snapshot, { kind: "embed", key: `${locale} ${baseUrl}`, make });
}

export async function getEmbedFrame(
  context: Context,
  { lang, ...options }: EmbedFrameOptions,
): Promise<{ html: string; policy: string }> {
  const snapshot = await openEmbed(context);
  const shell = shellOf(snapshot, findNearestLocale(snapshot.locales, lang));
  const { embedOrigins } = settingsIn(snapshot);
  return { html: writeEmbedFrame(shell, options), policy: embedFramePolicy(embedOrigins) };
}

async function openEmbed(context: Context): Promise<PageSnapshot> {
  const snapshot = await getSnapshot(context);
  if (snapshot.isPrivate) throw new AppError("not_found", NOTHING_HERE);
  return snapshot;
}
