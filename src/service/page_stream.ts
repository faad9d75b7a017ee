import type { StreamOwner } from "../domain/live_message.ts";
import { networkOf } from "../lib/network.ts";
import type { Context } from "./context.ts";
import { pageOf } from "./page_change.ts";
import { getSnapshot, type Looker, requireReader } from "./page_view.ts";

/** A visitor's stream. Of a private page it ends with the session it was opened with. */
export async function openPageStream(
  context: Context,
  { request, ...looker }: Looker & { request: Request },
): Promise<Response> {
  const { isPrivate } = await getSnapshot(context, looker);
  const sessionId = isPrivate ? await requireReader(context, looker) : null;
  const owner: StreamOwner = { sessionId, tokenId: null };
  const headers = new Headers({
    "Uptide-Owner": JSON.stringify(owner),
    "Uptide-Client": networkOf(context.client.ip),
  });
  return await pageOf(context.env).fetch(new Request(request, { headers }));
}
