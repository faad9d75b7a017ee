import { type ZodType, z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { withFills } from "../domain/vault/schema_fills.ts";
import type { VaultSpot } from "../domain/vault/spots.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import type { Mail } from "./mail.ts";

/** One attempt to send one message through one channel. */
export interface SendRequest<C = unknown> {
  /** With its secrets in the clear. */
  config: C;
  message: AlertMessage;
  now: number;
  /** Fires when the time is up. */
  signal: AbortSignal;
  fetch: typeof fetch;
  /** Through the SMTP server of the settings. */
  sendMail(mail: Mail): Promise<void>;
}

export interface ChannelType {
  type: string;
  label: string;
  config: ZodType;
  /** Ready-made configs to start from. */
  presets: readonly { name: string; config: Config }[];
  /** Fields in whose texts placeholders are filled. */
  filled: readonly string[];
  findSecrets(config: Config): SecretPath[];
  /** Whom the secrets go to. While it stays the same, a mask may keep a stored secret. */
  destinationOf(config: Config): string;
  /** Where a reference to a vault may stand, and what it fills. */
  vaultSpots: readonly VaultSpot[];
  /** The secret whose last four characters stay readable in the mask. */
  showsTailOf?: SecretPath;
  /** Whether its messages go through the SMTP server of the settings. */
  sendsMail?: true;
  /** Throws a SendFault. */
  send(sending: SendRequest): Promise<void>;
}

interface ChannelTypeOf<S extends ZodType> extends Omit<ChannelType, "config" | "send"> {
  config: S;
  send(sending: SendRequest<z.output<S>>): Promise<void>;
}

/** Ties what a type sends with to its schema. */
export function channelType<S extends ZodType>(spec: ChannelTypeOf<S>): ChannelType {
  return spec as unknown as ChannelType;
}

export function describeConfig({ config, vaultSpots }: ChannelType): Record<string, unknown> {
  return withFills(z.toJSONSchema(config, { io: "input", unrepresentable: "any" }), vaultSpots);
}
