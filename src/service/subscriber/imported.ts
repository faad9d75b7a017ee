import type { Statement } from "../../data/db.ts";
import { insertSubscriber } from "../../data/subscriber.ts";
import { chooseLocale } from "../../domain/page/view.ts";
import { secretBoxOf } from "../../env.ts";
import { randomBytes, toHex } from "../../lib/bytes.ts";
import type { ImportedSubscriber } from "../../schema/history_import.ts";
import type { Context } from "../context.ts";
import { getSnapshot } from "../page/view.ts";
import { getSubscriptionSettings } from "./settings.ts";
import {
  hashSubscriberToken,
  makeSubscriberToken,
  subscriberSecretName,
  unsubscribeTokenOf,
} from "./token.ts";

export async function addImportedSubscribers(
  context: Context,
  wanted: readonly ImportedSubscriber[],
  keys: ReadonlyMap<string, number>,
): Promise<Statement[]> {
  if (wanted.length === 0) return [];
  const { db, env, now } = context;
  const [{ locales }, { allowedEvents }, box] = await Promise.all([
    getSnapshot(context),
    getSubscriptionSettings(context),
    secretBoxOf(env),
  ]);
  const rows = await Promise.all(
    wanted.map(async ({ email, monitorKeys }) => {
      const sealName = toHex(randomBytes(16));
      const manage = makeSubscriberToken();
      return {
        pageId: context.page.id,
        type: "email" as const,
        destination: email,
        email,
        status: "active" as const,
        locale: chooseLocale(locales, null).code,
        events: allowedEvents,
        monitorIds: monitorKeys.map((key) => keys.get(key) ?? 0),
        sealName,
        manageToken: await box.seal(manage, subscriberSecretName(sealName, "manage")),
        manageHash: (await hashSubscriberToken(manage)) ?? "",
        unsubscribeHash: (await hashSubscriberToken(await unsubscribeTokenOf(manage))) ?? "",
        confirmedAt: now,
        createdAt: now,
      };
    }),
  );
  return rows.map((row) => insertSubscriber(db, row));
}
