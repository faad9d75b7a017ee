import type { ChannelRow } from "../../data/channel.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import type { VaultOwner } from "../../domain/vault/spots.ts";
import { type Env, variablesOf } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import { joinOr } from "../../lib/join_or.ts";
import type { ChannelType } from "../../notify/channel_type.ts";
import { CHANNEL_TYPES, findChannelType } from "../../notify/registry.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { refuseLate } from "../outgoing/attempt.ts";
import { parseConfig } from "../record/parse_config.ts";
import { openSecrets } from "../record/sealing.ts";
import { fillVaultReferences } from "../vault/fill.ts";
import { sendByMail } from "./mail.ts";

export function channelTypeOf(type: string): ChannelType {
  const found = findChannelType(type);
  if (found) return found;
  throw invalidField(
    "type",
    `Unknown channel type ${type}: use ${joinOr(CHANNEL_TYPES.map((known) => known.type))}.`,
  );
}

export function channelOwner({ type, vaultSpots: spots }: ChannelType): VaultOwner {
  return { kind: "channel", type, spots };
}

export function checkChannelConfig({ config: schema }: ChannelType, config: Config): Config {
  return parseConfig(schema, config);
}

const TIMEOUT_MS = 15_000;

interface SiteMessage {
  message: AlertMessage;
  siteName: string;
  claimedUntil?: number | null;
}

export async function sendThrough(env: Env, channel: ChannelRow, said: SiteMessage): Promise<void> {
  const type = findChannelType(channel.type);
  if (!type) throw new SendFault("This channel type no longer exists.", { isPermanent: true });
  const config = await openChannel(env, type, { config: channel.config, name: channelName(channel.key) });
  await sendOpened(env, { type, config, ...said });
}

export async function openChannel(
  env: Env,
  type: ChannelType,
  { config, name }: { config: Config; name: string },
): Promise<Config> {
  try {
    const open = await openSecrets(env, type, { config, name });
    return (await fillVaultReferences(env, { owner: channelOwner(type), config: open })).config;
  } catch (error) {
    if (error instanceof AppError) throw new SendFault(error.message, { cause: error });
    throw error;
  }
}

export async function sendOpened(
  env: Env,
  {
    type,
    config,
    message,
    siteName,
    claimedUntil = null,
    fetch: send = (input, init) => fetch(input, init),
  }: SiteMessage & { type: ChannelType; config: Config; fetch?: typeof fetch },
): Promise<void> {
  const parsed = type.config.safeParse(config);
  if (!parsed.success) {
    throw new SendFault("The channel's settings are incomplete: open it and save it again.", {
      isPermanent: true,
    });
  }
  refuseLate(claimedUntil, { sendingMs: TIMEOUT_MS });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const site = { name: siteName, url: variablesOf(env).publicUrl };
  await type.send({
    config: parsed.data,
    message: { ...message, site },
    now: Date.now(),
    signal,
    fetch: send,
    sendMail: async (mail) => await sendByMail(env, mail, { signal }),
  });
}

export function channelName(key: string): string {
  return `channel/${key}`;
}
