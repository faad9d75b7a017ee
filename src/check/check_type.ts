import { type ZodType, z } from "zod";
import { withFills } from "../domain/vault/schema_fills.ts";
import type { VaultSpot } from "../domain/vault/spots.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import type { Dial } from "../lib/wire/dial.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import type { KeptBody } from "../schema/kept_body.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import type { StepLog } from "./steps.ts";

export interface CertificatePlace {
  host: string;
  port: number;
  serverName: string;
  /** Whether its expiry is told of. */
  isTold: boolean;
  /** From how many days left on it is told of. */
  warnDays: number;
}

/** What a type finds out about its target. */
export interface Finding {
  status: CheckStatus;
  responseMs: number | null;
  message: string;
  certificate?: ReadCertificate;
  /** Of an answer that failed, where it is asked for: without secrets. */
  body?: KeptBody;
}

/** One attempt at a target, and what there is to make it with. */
export interface Probe<C = unknown> {
  config: C;
  timeoutMs: number;
  /** Fires when the time is up. */
  signal: AbortSignal;
  fetch: typeof fetch;
  connect: Dial;
  now(): number;
  steps: StepLog;
  /** Whether a type for which certificates come second is to read one this time. */
  shouldReadCertificate: boolean;
}

export interface CheckType {
  type: string;
  label: string;
  /** On the public page: the name of the protocol or the product, the same in every language. */
  pageLabel: string;
  /** The page label of addresses without TLS. */
  plainPageLabel?: string;
  hasResponseTime: boolean;
  config: ZodType;
  /** The config as it is checked with, for a type that a vault gives more than can be typed. */
  filled?: ZodType;
  /** Where this config, stored or just sent, has secrets. */
  findSecrets(config: Config): SecretPath[];
  /** Where a reference to a vault may stand, and what it fills. */
  vaultSpots: readonly VaultSpot[];
  /** What it looks at, for people to read in alerts: without credentials, or nothing. */
  addressOf(config: Config): string;
  /** Whom the secrets go to. While it stays the same, a mask may keep a stored secret. */
  destinationOf(config: Config): string;
  /** Whose certificate is looked at with this config, as stored or completed; null when it is nobody's. */
  certificateOf?(config: Config): CertificatePlace | null;
  /** Whether this config asks for the check to fail: what would be down is up, and everything else is down. */
  isInverted?(config: Config): boolean;
  /** Null for a type that is told of instead of probed. What it throws is a CheckFault, a WireError or a bug. */
  run: ((probe: Probe) => Promise<Finding>) | null;
}

interface CheckTypeOf<S extends ZodType, F extends ZodType>
  extends Omit<CheckType, "config" | "filled" | "run"> {
  config: S;
  filled?: F;
  run: ((probe: Probe<z.output<F>>) => Promise<Finding>) | null;
}

/** Ties what a type runs with to its schema; `probe()` hands it nothing that the schema has not made. */
export function checkType<S extends ZodType, F extends ZodType = S>(spec: CheckTypeOf<S, F>): CheckType {
  return spec as unknown as CheckType;
}

/** What the panel's forms and the editor's completion are made from. */
export function describeConfig({ config, vaultSpots }: CheckType): Record<string, unknown> {
  return withFills(z.toJSONSchema(config, { io: "input", unrepresentable: "any" }), vaultSpots);
}

/** For types that send what is secret to a host and a port. */
export function hostDestination(config: Config): string {
  return JSON.stringify([config["host"], config["port"]]);
}
