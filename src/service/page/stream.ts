import { chooseLocale } from "../../domain/page/view.ts";
import { networkOf } from "../../lib/network.ts";
import type { PageReader } from "../../objects/page.ts";
import { pageOf } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { getSnapshot, type PageVisitor, requireReader } from "./view.ts";

export async function openPageStream(
  context: Context,
  { request, wanted, ...looker }: PageVisitor & { request: Request; wanted: string | null },
): Promise<Response> {
  const snapshot = await getSnapshot(context, looker);
  const { isPrivate, locales } = snapshot;
  const owner = isPrivate ? await requireReader(context, snapshot, looker) : { sessionId: null };
  const reader: PageReader = { ...owner, tokenId: null, locale: chooseLocale(locales, wanted).code };
  const headers = new Headers({
    "Uptide-Reader": JSON.stringify(reader),
    "Uptide-Client": networkOf(context.client.ip),
  });
  return await pageOf(context.env, context.page.id).fetch(new Request(request, { headers }));
}
