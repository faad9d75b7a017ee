import { isGuardBreach, save } from "../../data/db.ts";
import {
  deletePushDevice,
  findPushDevice,
  findPushDeviceByEndpoint,
  guardPushDevicesBelow,
  listPushDevices,
  type PushDeviceRow,
  putPushDevice,
  renewPushDevice,
} from "../../data/push_device.ts";
import { getSiteName } from "../../data/site.ts";
import { type Env, secretBoxOf, variablesOf } from "../../env.ts";
import { isSameText, randomBytes, sha256Hex, toHex } from "../../lib/bytes.ts";
import { AppError, invalidField, notFound } from "../../lib/errors.ts";
import { arePushKeys } from "../../lib/push_encryption.ts";
import type { NewPushDevice, PushDevice, PushRenewal } from "../../schema/push_device.ts";
import { type Context, userOf } from "../context.ts";
import { findTargetFault } from "../outgoing/public_target.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { openSubscription, pushToDevice, sealedDeviceName } from "./push.ts";
import { findPushContact } from "./push_key.ts";

const MOST_DEVICES = 20;

export async function listDevices(context: Context): Promise<PushDevice[]> {
  return (await listPushDevices(context.db, userOf(context).user.id)).map(toDevice);
}

export async function createDevice(
  context: Context,
  { name, subscription }: NewPushDevice,
): Promise<PushDevice> {
  const { env, db, now } = context;
  const { user } = userOf(context);
  await checkSubscription(context, subscription);
  requireContact(context);
  const sealed = await sealSubscription(env, subscription);
  const row = { userId: user.id, name, createdAt: now, ...sealed };
  try {
    await save(db, [
      guardPushDevicesBelow(MOST_DEVICES, row),
      putPushDevice(db, row),
      ...recordUpdate(context, { ...ownEntity(context), changes: { device: [null, name] } }),
    ]);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("conflict", `You have ${MOST_DEVICES} devices: remove one first.`);
  }
  const stored = await findPushDeviceByEndpoint(db, sealed.endpointHash);
  if (!stored) throw notFound("device");
  return toDevice(stored);
}

/**
 * Browsers renew subscriptions on their own, even without a session. The old secret proves that it is the same
 * browser.
 */
export async function renewDevice(context: Context, { old, subscription }: PushRenewal): Promise<void> {
  const { env, db } = context;
  const device = await findPushDeviceByEndpoint(db, await sha256Hex(old.endpoint));
  const known = device && (await openSubscription(env, device));
  if (!device || !known || !isSameText(known.keys.auth, old.keys.auth)) throw notFound("device");
  await checkSubscription(context, subscription);
  await save(db, renewPushDevice(db, device, await sealSubscription(env, subscription)));
}

async function sealSubscription(env: Env, { endpoint, keys }: NewPushDevice["subscription"]) {
  const sealName = toHex(randomBytes(16));
  const text = JSON.stringify({ endpoint, keys });
  return {
    service: new URL(endpoint).host,
    endpointHash: await sha256Hex(endpoint),
    sealName,
    subscription: await (await secretBoxOf(env)).seal(text, sealedDeviceName(sealName)),
  };
}

export async function removeDevice(context: Context, id: number): Promise<void> {
  const device = await getOwn(context, id);
  await save(context.db, [
    deletePushDevice(context.db, device),
    ...recordUpdate(context, { ...ownEntity(context), changes: { device: [device.name, null] } }),
  ]);
}

export async function testDevice(context: Context, id: number): Promise<void> {
  const device = await getOwn(context, id);
  const end = await pushToDevice(context.env, device, {
    person: userOf(context).user,
    note: {
      title: `Test message from ${await getSiteName(context.db)}`,
      body: "Alerts reach this device.",
      tag: "test",
      path: "/admin/account?tab=devices",
      acknowledge: null,
      isAlarm: true,
      monitorIds: [],
    },
  });
  if (end === "gone")
    throw new AppError(
      "undeliverable",
      "The push service no longer knows this device, so it was removed. Turn notifications on there again.",
    );
  if (end) throw new AppError("undeliverable", end.message, { cause: end });
}

async function checkSubscription(
  context: Context,
  { endpoint, keys }: NewPushDevice["subscription"],
): Promise<void> {
  if (!(await arePushKeys(keys)))
    throw invalidField("subscription.keys", "Use p256dh and auth as the browser gave them.");
  const fault = await findTargetFault(context.env, endpoint);
  // The runtime checks each connection again, so an unreachable name server refuses nobody.
  if (fault && fault.code !== "urlUnsure")
    throw invalidField("subscription.endpoint", "Use the public https address that the browser gave.");
}

function requireContact(context: Context): void {
  if (findPushContact(context.env, userOf(context).user.email) === null)
    throw new AppError(
      "conflict",
      variablesOf(context.env).runsLocally
        ? "Set PUSH_CONTACT to an address such as mailto:ops@example.com and start again: push services ask for one."
        : "Set the variable PUSH_CONTACT to an address such as mailto:ops@example.com: push services ask for one.",
    );
}

async function getOwn(context: Context, id: number): Promise<PushDeviceRow> {
  const device = await findPushDevice(context.db, { id, userId: userOf(context).user.id });
  if (!device) throw notFound("device");
  return device;
}

function ownEntity(context: Context) {
  const { id, email } = userOf(context).user;
  return entityOf("user", { id, name: email });
}

function toDevice({ id, name, service, createdAt, lastSentAt, lastError }: PushDeviceRow): PushDevice {
  return { id, name, service, createdAt, lastSentAt, lastError };
}
