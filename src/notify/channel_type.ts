import { type ZodType, z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { withFills } from "../domain/vault/schema_fills.ts";
import type { VaultSpot } from "../domain/vault/spots.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import type { Mail } from "./mail.ts";

export interface SendRequest<C = unknown> {
  config: C;
  message: AlertMessage;
  now: number;
  signal: AbortSignal;
  fetch: typeof fetch;
  sendMail(mail: Mail): Promise<void>;
}

export interface ChannelType {
  type: string;
  label: string;
  config: ZodType;
  documentConfig?: ZodType;
  presets: readonly { name: string; config: Config }[];
  filled: readonly string[];
  findSecrets(config: Config): SecretPath[];
  /** Identifies the receiver of the secrets. While it is unchanged, a mask may keep a stored secret. */
  destinationOf(config: Config): string;
  vaultSpots: readonly VaultSpot[];
  showsTailOf?: SecretPath;
  sendsMail?: true;
  send(sending: SendRequest): Promise<void>;
}

interface ChannelTypeOf<S extends ZodType> extends Omit<ChannelType, "config" | "send"> {
  config: S;
  send(sending: SendRequest<z.output<S>>): Promise<void>;
}

export function channelType<S extends ZodType>(spec: ChannelTypeOf<S>): ChannelType {
  return spec as unknown as ChannelType;
}

export function describeConfig({ config, vaultSpots }: ChannelType): Record<string, unknown> {
  return withFills(z.toJSONSchema(config, { io: "input", unrepresentable: "any" }), vaultSpots);
}
