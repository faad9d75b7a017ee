import { openDb, save } from "../../data/db.ts";
import {
  deletePushDevice,
  listPushDevices,
  type PushDeviceRow,
  updatePushDeviceRow,
} from "../../data/push_device.ts";
import type { PushNote } from "../../domain/on_call/push_note.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { sha256, toBase64Url, utf8 } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import { encryptPush } from "../../lib/push_encryption.ts";
import { signVapid } from "../../lib/vapid.ts";
import { httpSend } from "../../notify/http_send.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { type NewPushDevice, newPushDevice } from "../../schema/push_device.ts";
import { toSendFault } from "../outgoing/attempt.ts";
import { fetchForStrangers } from "../outgoing/public_target.ts";
import { findPushContact, getPushKeys } from "./push_key.ts";

type Subscription = NewPushDevice["subscription"];

const TIMEOUT_MS = 15_000;
/** A phone that was off for longer finds out when it opens the panel. */
const KEPT_SECS = 86_400;
const TOPIC_LENGTH = 32;

export function sealedDeviceName(sealName: string): string {
  return `push_device/${sealName}`;
}

interface PushedPerson {
  id: number;
  email: string;
}

export async function pushToPerson(env: Env, person: PushedPerson, note: PushNote): Promise<boolean> {
  const devices = await listPushDevices(openDb(env.DB), person.id);
  const ends = await Promise.all(devices.map((device) => pushToDevice(env, device, { person, note })));
  if (ends.some((end) => end === null)) return true;
  const faults = ends.filter((end) => end !== null && end !== "gone");
  const [fault] = faults.toSorted((a, b) => Number(a.isPermanent) - Number(b.isPermanent));
  if (fault) throw fault;
  return false;
}

export async function pushToDevice(
  env: Env,
  device: PushDeviceRow,
  { person, note }: { person: PushedPerson; note: PushNote },
): Promise<SendFault | "gone" | null> {
  const db = openDb(env.DB);
  const now = Date.now();
  try {
    await post(env, await openSubscription(env, device), { person, note, now });
    await save(db, [updatePushDeviceRow(db, device, { lastSentAt: now, lastError: null })]);
    return null;
  } catch (error) {
    const fault = toSendFault(error, { event: "a push message could not be sent" });
    const isGone = fault.httpStatus === 404 || fault.httpStatus === 410;
    log("warn", isGone ? "a push device is gone" : "a push message was not accepted", { device: device.id });
    await save(db, [
      isGone ? deletePushDevice(db, device) : updatePushDeviceRow(db, device, { lastError: fault.message }),
    ]);
    return isGone ? "gone" : fault;
  }
}

export async function openSubscription(
  env: Env,
  { sealName, subscription }: PushDeviceRow,
): Promise<Subscription> {
  const opened = await (await secretBoxOf(env)).open(subscription, sealedDeviceName(sealName));
  if (opened === null)
    throw new SendFault("The keys of this device can't be read: remove it and add it again.", {
      isPermanent: true,
    });
  return newPushDevice.shape.subscription.parse(JSON.parse(opened));
}

async function post(
  env: Env,
  { endpoint, keys }: Subscription,
  { person, note, now }: { person: PushedPerson; note: PushNote; now: number },
): Promise<void> {
  const contact = findPushContact(env, person.email);
  if (contact === null)
    throw new SendFault("Set PUSH_CONTACT: push services refuse messages without an address of ours.", {
      isPermanent: true,
    });
  const body = await encryptPush(utf8(JSON.stringify(note)), keys);
  const wire = { fetch: fetchForStrangers(env), signal: AbortSignal.timeout(TIMEOUT_MS), now };
  await httpSend(wire, {
    service: new URL(endpoint).host,
    url: endpoint,
    headers: {
      TTL: String(KEPT_SECS),
      Urgency: "high",
      Topic: await topicOf(keys.auth, note.tag),
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      Authorization: await signVapid(await getPushKeys(env), { endpoint, contact, now }),
    },
    body,
    secrets: [endpoint, new URL(endpoint).pathname, keys.auth],
  });
}

/** Made with the device's secret, so it reveals nothing to the push service. */
async function topicOf(secret: string, tag: string): Promise<string> {
  return toBase64Url(await sha256(`${secret} ${tag}`)).slice(0, TOPIC_LENGTH);
}
