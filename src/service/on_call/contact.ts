import { findContact, putContact } from "../../data/contact.ts";
import { listPushDevices } from "../../data/push_device.ts";
import { DEFAULT_ORDER, decideWays } from "../../domain/on_call/contact.ts";
import { changedSecret, decideChanges } from "../../domain/system/audit_changes.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { invalidField } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import type { Contact, ContactChange } from "../../schema/contact.ts";
import { type Context, userOf } from "../context.ts";
import { findTargetFault } from "../outgoing/public_target.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { edit } from "../record/version.ts";

export async function getContact(context: Context): Promise<Contact> {
  const { id } = userOf(context).user;
  const [{ stored, version }, devices] = await Promise.all([
    findContact(context.db, id),
    listPushDevices(context.db, id),
  ]);
  const order = stored?.ways ?? DEFAULT_ORDER;
  const hasWebhook = stored?.webhookUrl != null;
  return {
    order: [...order],
    inEffect: [...decideWays({ order, hasDevice: devices.length > 0, hasWebhook })],
    webhookUrl: hasWebhook ? MASK : null,
    version,
  };
}

export async function updateContact(
  context: Context,
  { order: ways, webhookUrl: given, version }: ContactChange,
): Promise<Contact> {
  const { id: userId, email } = userOf(context).user;
  const object = `contact/${userId}`;
  const isNew = given !== undefined && given !== MASK;
  if (given === null && ways.some(({ via }) => via === "webhook"))
    throw invalidField("webhookUrl", "Enter the address of your webhook.");
  if (isNew && given !== null) await checkWebhook(context, given);
  await edit(context, {
    object,
    version,
    load: async () => await findContact(context.db, userId),
    decide: async ({ stored }) => {
      const kept = stored?.webhookUrl ?? null;
      const webhookUrl = isNew ? given && (await sealWebhook(context.env, userId, given)) : kept;
      const changes = {
        ...decideChanges({ order: stored?.ways ?? DEFAULT_ORDER }, { order: ways }),
        ...(isNew && (given !== null || kept !== null) && changedSecret("webhookUrl")),
      };
      if (Object.keys(changes).length === 0) return [];
      return [
        putContact(context.db, { userId, ways, webhookUrl }),
        ...recordUpdate(context, { ...entityOf("user", { id: userId, name: email }), object, changes }),
      ];
    },
  });
  return await getContact(context);
}

export async function findPersonWebhook(
  env: Env,
  context: Pick<Context, "db">,
  userId: number,
): Promise<string | null> {
  const { stored } = await findContact(context.db, userId);
  if (stored?.webhookUrl == null) return null;
  return await (await secretBoxOf(env)).open(stored.webhookUrl, sealedAs(userId));
}

async function sealWebhook(env: Env, userId: number, url: string): Promise<string> {
  return await (await secretBoxOf(env)).seal(url, sealedAs(userId));
}

function sealedAs(userId: number): string {
  return `contact/${userId}/webhook_url`;
}

async function checkWebhook({ env }: Context, url: string): Promise<void> {
  const fault = await findTargetFault(env, url);
  if (fault) throw invalidField("webhookUrl", fault.message);
}
