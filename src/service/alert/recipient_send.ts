import { findChannel } from "../../data/channel.ts";
import { openDb } from "../../data/db.ts";
import { findUser } from "../../data/user.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import type { Recipient } from "../../domain/on_call/recipient.ts";
import type { Env } from "../../env.ts";
import { email } from "../../notify/email.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { makeAcknowledgeUrl } from "./acknowledge_link.ts";
import { sendOpened, sendThrough } from "./channel_send.ts";

interface PersonMessage {
  message: AlertMessage;
  siteName: string;
  /** Null for a test. */
  deliveryId: number | null;
}

export async function sendToRecipient(env: Env, recipient: Recipient, said: PersonMessage): Promise<void> {
  if ("userId" in recipient) return await sendToPerson(env, recipient.userId, said);
  const channel = await findChannel(openDb(env.DB), recipient.channelId);
  if (!channel) throw new SendFault("This channel was deleted.", { isPermanent: true });
  await sendThrough(env, channel, said);
}

/** Email is the only way a person is reached: a further way is chosen here, by what the person has set up. */
async function sendToPerson(env: Env, userId: number, said: PersonMessage): Promise<void> {
  const user = await findUser(openDb(env.DB), userId);
  if (!user) throw new SendFault("This user was deleted.", { isPermanent: true });
  const acknowledgeUrl = await makeAcknowledgeUrl(env, said);
  const message = { ...said.message, ...(acknowledgeUrl !== null && { acknowledgeUrl }) };
  await sendOpened(env, { type: email, config: { to: user.email }, message, siteName: said.siteName });
}
