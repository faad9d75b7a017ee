import { type ChannelRow, findChannel } from "../../data/channel.ts";
import { save } from "../../data/db.ts";
import { insertEndedTest } from "../../data/delivery.ts";
import { getSiteName, readChannelsToSend } from "../../data/site.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import { getAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalidField, noneWithId, notFound } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import { SendFault } from "../../notify/send_fault.ts";
import type { ChannelTest } from "../../schema/channel.ts";
import { ON_CALL } from "../../schema/on_call_channel.ts";
import type { Context } from "../context.ts";
import { openSteps } from "../on_call/steps.ts";
import { sealSecrets } from "../record/sealing.ts";
import { checkVaultTest, resolveVaultReferences } from "../vault/reference.ts";
import {
  channelName,
  channelOwner,
  channelTypeOf,
  checkChannelConfig,
  openChannel,
  sendOpened,
  sendThrough,
} from "./channel_send.ts";
import { sendToRecipient } from "./recipient_send.ts";

export async function testSavedChannel(context: Context, id: number): Promise<void> {
  const {
    targets: [channel],
    siteName,
  } = await readChannelsToSend(context.db, [id]);
  if (!channel) throw notFound("channel");
  const message = testMessage(context.now);
  const startedAt = Date.now();
  const fault = await faultOf(
    channel.type === ON_CALL
      ? sendFirstStep(context, channel.config)
      : sendThrough(context.env, channel, { message, siteName }),
  );
  const end = { at: startedAt, ms: Date.now() - startedAt, error: fault?.message ?? null };
  await save(context.db, insertEndedTest(context.db, { channel, message }, end));
  if (fault) throw new AppError("undeliverable", fault.message, { cause: fault });
}

export async function testChannel(
  context: Context,
  { type: name, config: given, channelId }: ChannelTest,
): Promise<void> {
  const type = channelTypeOf(name);
  const config = checkChannelConfig(type, given);
  const stored = channelId === undefined ? null : await storedFor(context, channelId, name);
  const sealed = await sealGiven(context, { type, config, stored });
  const fault = await faultOf(sendSealed(context, { type, ...sealed }));
  if (fault) throw new AppError("undeliverable", fault.message, { cause: fault });
}

async function storedFor(context: Context, id: number, type: string): Promise<ChannelRow> {
  const row = await findChannel(context.db, id);
  if (row?.type === type) return row;
  throw invalidField("channelId", row ? "The saved channel has another type." : noneWithId("channel", id));
}

/** Sealed and opened again, to apply the same rules to masks and references as saving does. */
async function sealGiven(
  context: Context,
  {
    type,
    config,
    stored,
  }: { type: ReturnType<typeof channelTypeOf>; config: Config; stored: ChannelRow | null },
): Promise<{ config: Config; name: string }> {
  const owner = channelOwner(type);
  const saved = stored && { owner, config: stored.config };
  const hasMask = type.findSecrets(config).some((path) => String(getAt(config, path)).startsWith(MASK));
  checkVaultTest(context, saved && hasMask ? [{ owner, config }, saved] : [{ owner, config }]);
  const resolved = await resolveVaultReferences(context, { owner, config, stored: saved });
  const name = channelName(stored?.key ?? "unsaved");
  return { config: await sealSecrets(context.env, type, { config: resolved, stored, name }), name };
}

async function sendSealed(
  { db, env, now }: Context,
  { type, ...sealed }: { type: ReturnType<typeof channelTypeOf>; config: Config; name: string },
): Promise<void> {
  const config = await openChannel(env, type, sealed);
  if (type.type === ON_CALL) return await sendFirstStep({ db, env, now }, config);
  await sendOpened(env, { type, config, message: testMessage(now), siteName: await getSiteName(db) });
}

async function sendFirstStep(
  { db, env, now }: Pick<Context, "db" | "env" | "now">,
  config: Config,
): Promise<void> {
  const steps = await openSteps(db, config, now);
  const target = steps?.rules.steps[0]?.target;
  const reached = steps && target ? steps.reach(target) : [];
  const recipients = reached.flatMap((one) =>
    "recipient" in one && one.afterMinutes === 0 ? [one.recipient] : [],
  );
  if (recipients.length === 0)
    throw new SendFault("The first step has no one to notify right now: check the schedule.", {
      isPermanent: true,
    });
  const siteName = await getSiteName(db);
  for (const recipient of recipients)
    await sendToRecipient(env, recipient, { message: testMessage(now), siteName, deliveryId: null });
}

async function faultOf(sending: Promise<void>): Promise<SendFault | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    if (error instanceof SendFault) return error;
    throw error;
  }
}

function testMessage(now: number): AlertMessage {
  return {
    id: `test-${crypto.randomUUID()}`,
    kind: "test",
    at: now,
    status: "up",
    previousStatus: "up",
    error: "",
    monitors: [],
    isDigest: false,
    downSince: null,
    certificate: null,
    action: null,
    site: { name: "", url: null },
  };
}
