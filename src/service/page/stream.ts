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
  const { isPrivate, locales } = await getSnapshot(context, looker);
  const sessionId = isPrivate ? await requireReader(context, looker) : null;
  const reader: PageReader = { sessionId, tokenId: null, locale: chooseLocale(locales, wanted).code };
  const headers = new Headers({
    "Uptide-Reader": JSON.stringify(reader),
    "Uptide-Client": networkOf(context.client.ip),
  });
  return await pageOf(context.env).fetch(new Request(request, { headers }));
}
