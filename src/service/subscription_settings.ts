import { guard, isGuardBreach, save } from "../data/db.ts";
import { findSetting, isSettingStill, saveSetting } from "../data/setting.ts";
import { AppError } from "../lib/errors.ts";
import {
  type SubscriptionSettings,
  type SubscriptionSettingsChange,
  subscriptionSettings,
} from "../schema/subscription_settings.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { pageChanged } from "./page_change.ts";

/** The setting's name. */
export const SUBSCRIPTIONS = "subscription_settings";
const TRIES = 5;

export async function getSubscriptionSettings({ db }: Pick<Context, "db">): Promise<SubscriptionSettings> {
  return subscriptionSettings.parse((await findSetting(db, SUBSCRIPTIONS)) ?? {});
}

/** Decides on what is stored, again when somebody else was quicker. */
export async function updateSubscriptionSettings(
  context: Context,
  change: SubscriptionSettingsChange,
): Promise<SubscriptionSettings> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  for (let tries = 1; ; tries++) {
    const stored = await findSetting(context.db, SUBSCRIPTIONS);
    const before = subscriptionSettings.parse(stored ?? {});
    const after = { ...before, ...given } as SubscriptionSettings;
    const names = Object.keys(after) as (keyof SubscriptionSettings)[];
    const fields = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    if (fields.length === 0) return after;
    try {
      await save(context.db, [
        guard(isSettingStill(SUBSCRIPTIONS, stored)),
        saveSetting(context.db, SUBSCRIPTIONS, after, context.now),
        recordAudit(context, {
          action: "Update",
          entityType: "subscription_settings",
          entityName: "Subscriptions",
          details: Object.fromEntries(fields.map((name) => [name, after[name]])),
        }),
      ]);
    } catch (error) {
      if (!isGuardBreach(error)) throw error;
      if (tries < TRIES) continue;
      throw new AppError("conflict", "Somebody else changes these settings at the same time: try again.");
    }
    await pageChanged(context.env);
    return after;
  }
}
