import { findChannel } from "../../data/channel.ts";
import { openDb } from "../../data/db.ts";
import { findUser } from "../../data/user.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import { makePushNote } from "../../domain/on_call/push_note.ts";
import type { Recipient } from "../../domain/on_call/recipient.ts";
import { type Env, variablesOf } from "../../env.ts";
import { email } from "../../notify/email.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { webhook } from "../../notify/webhook.ts";
import type { ContactVia } from "../../schema/contact.ts";
import { findPersonWebhook } from "../on_call/contact.ts";
import { pushToPerson } from "../on_call/push.ts";
import { fetchForStrangers } from "../outgoing/public_target.ts";
import { makeAcknowledgePath } from "./acknowledge_link.ts";
import { sendOpened, sendThrough } from "./channel_send.ts";

interface PersonMessage {
  message: AlertMessage;
  siteName: string;
  deliveryId: number | null;
  claimedUntil?: number | null;
}

interface Person {
  id: number;
  email: string;
}

export async function sendToRecipient(env: Env, recipient: Recipient, said: PersonMessage): Promise<void> {
  if ("userId" in recipient) return await sendToPerson(env, recipient, said);
  const channel = await findChannel(openDb(env.DB), recipient.channelId);
  if (!channel) throw new SendFault("This channel was deleted.", { isPermanent: true });
  await sendThrough(env, channel, said);
}

async function sendToPerson(
  env: Env,
  { userId, via = "email" }: { userId: number; via?: ContactVia },
  said: PersonMessage,
): Promise<void> {
  const user = await findUser(openDb(env.DB), userId);
  if (!user) throw new SendFault("This user was deleted.", { isPermanent: true });
  const path = await makeAcknowledgePath(env, said);
  const { publicUrl } = variablesOf(env);
  const message = {
    ...said.message,
    site: { name: said.siteName, url: publicUrl },
    ...(path !== null && publicUrl !== null && { acknowledgeUrl: publicUrl.replace(/\/+$/, "") + path }),
  };
  if (via === "push" && (await pushToPerson(env, user, makePushNote(message, path)))) return;
  if (via === "webhook" && (await callWebhook(env, user, { ...said, message }))) return;
  const emailed = { ...message, timeZone: user.timeZone ?? "UTC" };
  await sendOpened(env, { ...said, type: email, config: { to: user.email }, message: emailed });
}

async function callWebhook(env: Env, { id }: Person, said: PersonMessage): Promise<boolean> {
  const url = await findPersonWebhook(env, { db: openDb(env.DB) }, id);
  if (url === null) return false;
  await sendOpened(env, { ...said, type: webhook, config: { url }, fetch: fetchForStrangers(env) });
  return true;
}
