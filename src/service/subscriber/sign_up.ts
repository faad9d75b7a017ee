import { insertedId, save } from "../../data/db.ts";
import { insertRequest } from "../../data/subscriber_request.ts";
import type { SubscriberRequest } from "../../data/tables_subscriber.ts";
import { chooseLocale, type PageSnapshot, settingsIn } from "../../domain/page/view.ts";
import { randomBytes, toHex } from "../../lib/bytes.ts";
import { AppError, invalid } from "../../lib/errors.ts";
import type { SignUp } from "../../schema/sign_up.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import type { Context } from "../context.ts";
import { enqueueOrLeave } from "../outgoing/job.ts";
import { findTargetFault } from "../outgoing/public_target.ts";
import { openPage, type PageVisitor } from "../page/view.ts";
import { refuseUnoffered } from "./choices.ts";
import { sealHeaders } from "./headers.ts";
import { findStoredMethods } from "./options.ts";

interface OpenSignUp {
  snapshot: PageSnapshot;
  settings: SubscriptionSettings;
  methods: { email: boolean; webhook: boolean };
}

export async function openSignUp(context: Context, visitor: PageVisitor): Promise<OpenSignUp> {
  const snapshot = await openPage(context, visitor);
  const settings = settingsIn(snapshot);
  const methods = await findStoredMethods(context, settings);
  if (!methods.email && !methods.webhook) throw notOffered();
  return { snapshot, settings, methods };
}

export async function checkSignUp(
  context: Context,
  { snapshot, methods }: OpenSignUp,
  { type, monitorIds = [], tags = [] }: SignUp,
): Promise<void> {
  if (!methods[type]) throw notOffered();
  const stored = { monitorIds: [], tags: [] };
  await refuseUnoffered(context, snapshot, { asked: { monitorIds, tags }, stored });
}

/** The subscriber is looked up later, so neither the response nor its timing reveals whether the address is known. */
export async function createSignUp(
  context: Context,
  { snapshot, settings }: OpenSignUp,
  { asked, locale }: { asked: SignUp; locale: string | null },
): Promise<void> {
  const { env, db, now } = context;
  const isWebhook = asked.type === "webhook";
  if (isWebhook) await refuseTarget(context, asked.webhookUrl ?? "");
  const sealName = toHex(randomBytes(16));
  const request: SubscriberRequest = {
    pageId: context.page.id,
    type: asked.type,
    destination: isWebhook ? (asked.webhookUrl ?? "") : asked.email,
    email: asked.email,
    locale: chooseLocale(snapshot.locales, locale).code,
    events: asked.events ?? settings.allowedEvents,
    monitorIds: asked.monitorIds ?? [],
    tags: asked.tags ?? [],
    webhookMethod: asked.webhookMethod,
    webhookHeaders: isWebhook ? await sealHeaders(env, sealName, asked.webhookHeaders) : {},
    notifyOnFailure: asked.notifyOnFailure,
    sealName,
  };
  const id = insertedId(await save(db, [insertRequest(db, request, now)]));
  await enqueueOrLeave(env, "subscriber_requests", { ids: [id] });
}

async function refuseTarget({ env }: Context, webhookUrl: string): Promise<void> {
  const fault = await findTargetFault(env, webhookUrl);
  if (fault !== null) throw invalid(`webhookUrl: ${fault.message}`, [{ path: "webhookUrl", ...fault }]);
}

function notOffered(): AppError {
  return new AppError("not_found", "This way of subscribing isn't available.");
}
