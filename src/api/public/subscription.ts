import { z } from "zod";
import { readLanguage } from "../../domain/page/language.ts";
import {
  confirmation,
  preferences,
  preferencesChange,
  type SignUp,
  signUp,
  signUpForm,
  subscriptionToken,
} from "../../schema/sign_up.ts";
import { subscriptionOptions } from "../../schema/subscription_settings.ts";
import { limitSubscriptions } from "../../service/access/public_limit.ts";
import { countSignUp } from "../../service/access/sign_up_limit.ts";
import { confirmSubscription, getPreferences, updatePreferences } from "../../service/subscriber/manage.ts";
import { getSubscriptionOptions } from "../../service/subscriber/options.ts";
import { checkSignUp, createSignUp, openSignUp } from "../../service/subscriber/sign_up.ts";
import { checkShape } from "../body.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { languageQuery } from "./language_query.ts";
import { isFormPost, isFromRobot, readSignUp } from "./sign_up_form.ts";
import { formResponse } from "./subscription_page.ts";
import { unsubscribeRoutes } from "./unsubscribe.ts";

const ROOT = "/api/v1/public/subscriptions";
const PRIVATE = "The page is private: `code` is STATUS_PAGE_PRIVATE.";
const UNKNOWN = "`code` is LINK_UNKNOWN, or LINK_EXPIRED if the confirmation link has expired.";

const withToken = {
  area: "public",
  limit: limitSubscriptions,
  refuses: { 401: PRIVATE, 404: UNKNOWN, 429: "More than 60 in a minute." },
} as const;

/** Responds the same for every address: only the owner learns by email whether it is known. */
async function takeSignUp({ context, request, url, sessionToken }: Call): Promise<void> {
  const accepted = await countSignUp(context, async () => {
    const open = await openSignUp(context, { sessionToken });
    const sent = await readSignUp(request);
    if (isFromRobot(sent)) return null;
    const asked = checkShape(signUp, sent) as SignUp;
    await checkSignUp(context, open, asked);
    return { open, asked };
  });
  if (accepted === null) return;
  const { open, asked } = accepted;
  await createSignUp(context, open, { asked, locale: readLanguage(request, url).wanted });
}

export const subscriptionRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    area: "public",
    path: `${ROOT}/options`,
    summary: "List the available ways to subscribe",
    description: "Names of component groups are in the language of `lang`, or else of the visitor's cookie.",
    query: languageQuery,
    response: { status: 200, schema: subscriptionOptions },
    refuses: { 401: PRIVATE },
    handle: async ({ context, request, url, sessionToken }) =>
      await getSubscriptionOptions(context, { sessionToken, locale: readLanguage(request, url).wanted }),
  }),
  endpoint({
    method: "POST",
    area: "public",
    path: ROOT,
    summary: "Subscribe to the page",
    description:
      "Responds the same for every address, and emails the next step to it. A form without JavaScript gets a page.",
    shownBodies: { "application/json": signUp, "application/x-www-form-urlencoded": signUpForm },
    response: { status: 202, schema: z.object({ ok: z.literal(true) }) },
    refuses: {
      401: PRIVATE,
      404: "This way to subscribe is not offered.",
      429: "More than 5 sign-ups in 15 minutes.",
    },
    handle: async (call) => {
      if (isFormPost(call.request)) return await formResponse(call, () => takeSignUp(call));
      await takeSignUp(call);
      return { ok: true };
    },
  }),
  endpoint({
    ...withToken,
    method: "POST",
    path: `${ROOT}/confirm`,
    summary: "Confirm a subscription",
    body: subscriptionToken,
    response: { status: 200, schema: confirmation },
    handle: async ({ context, body, sessionToken }) =>
      await confirmSubscription(context, { sessionToken }, body.token),
  }),
  endpoint({
    ...withToken,
    method: "POST",
    path: `${ROOT}/preferences`,
    summary: "Get a subscriber's preferences",
    body: subscriptionToken,
    response: { status: 200, schema: preferences },
    handle: async ({ context, body, sessionToken }) =>
      await getPreferences(context, { sessionToken }, body.token),
  }),
  endpoint({
    ...withToken,
    method: "PUT",
    path: `${ROOT}/preferences`,
    summary: "Update a subscriber's preferences",
    description: "Omitted fields and empty header values stay unchanged.",
    body: preferencesChange,
    response: { status: 200, schema: preferences },
    handle: async ({ context, body, sessionToken }) =>
      await updatePreferences(context, { sessionToken }, body),
  }),
  ...unsubscribeRoutes,
];
