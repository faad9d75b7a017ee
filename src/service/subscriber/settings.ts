import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { subscriptionsOn } from "../../domain/subscriber/on_page.ts";
import { variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import {
  type SubscriptionSettings,
  type SubscriptionSettingsAnswer,
  type SubscriptionSettingsChange,
  subscriptionSettings,
} from "../../schema/subscription_settings.ts";
import { canSendMail, findSmtpSettings } from "../alert/mail.ts";
import type { Context } from "../context.ts";
import { updatePageSetting } from "../page/setting.ts";
import { getSingle, type SettingObject } from "../record/setting.ts";

const SINGLE: SettingObject<SubscriptionSettings> = {
  setting: SUBSCRIPTIONS,
  schema: subscriptionSettings,
  entityType: "subscription_settings",
  entityName: "Subscriptions",
  isOfPage: true,
};

export async function getSubscriptionSettings(
  context: Pick<Context, "db" | "env" | "page">,
): Promise<SubscriptionSettingsAnswer> {
  const settings = subscriptionsOn(context.page.id, await getSingle(context, SINGLE));
  return { ...settings, missing: await listMissing(context) };
}

export async function updateSubscriptionSettings(
  context: Context,
  change: SubscriptionSettingsChange,
): Promise<SubscriptionSettingsAnswer> {
  const { id } = context.page;
  if (id !== DEFAULT_PAGE_ID && (change.allowEmail || change.allowWebhook))
    throw new AppError(
      "conflict",
      "Only the default page has email and webhook subscribers: switch both off here.",
    );
  const settings = subscriptionsOn(id, await updatePageSetting(context, SINGLE, change));
  return { ...settings, missing: await listMissing(context) };
}

async function listMissing({
  db,
  env,
}: Pick<Context, "db" | "env">): Promise<SubscriptionSettingsAnswer["missing"]> {
  const canMail = canSendMail(await findSmtpSettings(db));
  return [
    ...(canMail ? [] : (["smtp"] as const)),
    ...(variablesOf(env).publicUrl === null ? (["publicUrl"] as const) : []),
  ];
}
