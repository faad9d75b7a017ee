import { givenOf } from "../../lib/pick.ts";
import {
  type SubscriptionSettings,
  type SubscriptionSettingsAnswer,
  type SubscriptionSettingsChange,
  subscriptionSettings,
} from "../../schema/subscription_settings.ts";
import type { Context } from "../context.ts";
import { pageChanged } from "../page/change.ts";
import { editSingle, loadSingle, type SettingObject } from "../system/setting.ts";

/** The setting's name. */
export const SUBSCRIPTIONS = "subscription_settings";

const SINGLE: SettingObject<SubscriptionSettings> = {
  setting: SUBSCRIPTIONS,
  schema: subscriptionSettings,
  entityType: "subscription_settings",
  entityName: "Subscriptions",
};

export async function getSubscriptionSettings(
  context: Pick<Context, "db">,
): Promise<SubscriptionSettingsAnswer> {
  const { value, version } = await loadSingle(context, SINGLE);
  return { ...value, version };
}

/** What is left out keeps what is stored. */
export async function updateSubscriptionSettings(
  context: Context,
  { version, ...change }: SubscriptionSettingsChange,
): Promise<SubscriptionSettingsAnswer> {
  const given = givenOf(change);
  const decide = (before: SubscriptionSettings) => ({ ...before, ...given }) as SubscriptionSettings;
  const { isChanged } = await editSingle(context, SINGLE, { version, decide });
  if (isChanged) await pageChanged(context.env);
  return await getSubscriptionSettings(context);
}
