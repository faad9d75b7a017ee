import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import { variablesOf } from "../../env.ts";
import {
  type SubscriptionSettings,
  type SubscriptionSettingsChange,
  type SubscriptionSettingsResponse,
  subscriptionSettings,
} from "../../schema/subscription_settings.ts";
import { canSendMail, findSmtpSettings } from "../alert/mail.ts";
import type { Context } from "../context.ts";
import { updatePageSetting } from "../page/setting.ts";
import { getSingle, type SettingObject } from "../record/setting.ts";

export const SUBSCRIPTION_SETTINGS: SettingObject<SubscriptionSettings> = {
  setting: SUBSCRIPTIONS,
  schema: subscriptionSettings,
  entityType: "subscription_settings",
  entityName: "Subscriptions",
  isOfPage: true,
};

export async function getSubscriptionSettings(
  context: Pick<Context, "db" | "env" | "page">,
): Promise<SubscriptionSettingsResponse> {
  const settings = await getSingle(context, SUBSCRIPTION_SETTINGS);
  return { ...settings, missing: await listMissing(context) };
}

export async function updateSubscriptionSettings(
  context: Context,
  change: SubscriptionSettingsChange,
): Promise<SubscriptionSettingsResponse> {
  const settings = await updatePageSetting(context, SUBSCRIPTION_SETTINGS, change);
  return { ...settings, missing: await listMissing(context) };
}

async function listMissing({
  db,
  env,
}: Pick<Context, "db" | "env">): Promise<SubscriptionSettingsResponse["missing"]> {
  const canMail = canSendMail(await findSmtpSettings(db));
  return [
    ...(canMail ? [] : (["smtp"] as const)),
    ...(variablesOf(env).publicUrl === null ? (["publicUrl"] as const) : []),
  ];
}
