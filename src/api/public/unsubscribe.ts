import { z } from "zod";
import { readLanguage } from "../../domain/page/language.ts";
import { AppError } from "../../lib/errors.ts";
import { drawSubscriptionPage } from "../../page/subscription.ts";
import { subscriptionToken } from "../../schema/sign_up.ts";
import { findUnsubscribing, unsubscribe } from "../../service/subscriber/manage.ts";
import { checkShape, mediaTypeOf, readJson } from "../body.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";

const PATH = "/api/v1/public/subscriptions/unsubscribe";
const tokenQuery = z.object({ token: subscriptionToken.shape.token.optional() });
const JSON_TYPE = "application/json";

type UnsubscribeCall = Call<z.output<typeof tokenQuery>>;

/** Email scanners open links, so only the button unsubscribes. */
async function show(call: UnsubscribeCall): Promise<Response> {
  const { context, url, query } = call;
  const { token = "" } = query;
  const found = await findUnsubscribing(context, token);
  const locale = found?.locale ?? readLanguage(call.request, url).wanted;
  if (!found) return await drawSubscriptionPage(context, { kind: "unknown", locale });
  if (found.isOver) return await drawSubscriptionPage(context, { kind: "unsubscribed", locale });
  const action = `${PATH}?${new URLSearchParams({ token })}`;
  return await drawSubscriptionPage(context, { kind: "unsubscribe", locale, action });
}

/** RFC 8058 one-click requests come from an email provider's server, and nobody sees the response. */
async function take(call: UnsubscribeCall): Promise<unknown> {
  const { context, request, url, query } = call;
  if (query.token === undefined || mediaTypeOf(request) === JSON_TYPE) {
    const sent = query.token === undefined ? await readJson(request) : { token: query.token };
    const { token } = checkShape(subscriptionToken, sent) as z.output<typeof subscriptionToken>;
    await unsubscribe(context, token);
    return { ok: true };
  }
  const found = await findUnsubscribing(context, query.token);
  const locale = found?.locale ?? readLanguage(request, url).wanted;
  try {
    await unsubscribe(context, query.token);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
    return await drawSubscriptionPage(context, { kind: "unknown", locale });
  }
  return await drawSubscriptionPage(context, { kind: "unsubscribed", locale });
}

export const unsubscribeRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    area: "public",
    path: PATH,
    summary: "Show a page to unsubscribe",
    query: tokenQuery,
    response: { status: 200, type: "text/html", description: "The page. Opening it has no effect." },
    refuses: { 404: "An error page: the link is not valid." },
    handle: show,
  }),
  endpoint({
    method: "POST",
    area: "public",
    path: PATH,
    summary: "Unsubscribe",
    description:
      "Send the token in a JSON body, or in the address with any form (RFC 8058), which gets a page.",
    query: tokenQuery,
    shownBodies: { "application/json": subscriptionToken.partial() },
    response: { status: 200, schema: z.object({ ok: z.literal(true) }) },
    refuses: { 404: "`code` is LINK_UNKNOWN." },
    handle: take,
  }),
];
