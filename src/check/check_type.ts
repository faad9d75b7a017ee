import { type ZodType, z } from "zod";
import { withFills } from "../domain/vault/schema_fills.ts";
import type { VaultSpot } from "../domain/vault/spots.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import type { Problem } from "../lib/errors.ts";
import type { Dial } from "../lib/wire/dial.ts";
import type { CheckFacts } from "../schema/check_facts.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import type { KeptBody } from "../schema/kept_body.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import type { StepLog } from "./steps.ts";

export interface CertificatePlace {
  host: string;
  port: number;
  serverName: string;
  hasWarnings: boolean;
  warnDays: number;
}

export interface Finding {
  status: CheckStatus;
  responseMs: number | null;
  message: string;
  certificate?: ReadCertificate;
  body?: KeptBody;
  facts?: CheckFacts;
  /** The provider announces maintenance, which counts like one of our own windows. */
  isMaintained?: boolean;
}

/** Real ICMP, which the platform can't send. Returns the round trip of each packet that came back. */
export type SendEchoes = (echoes: {
  hostname: string;
  packets: number;
  timeoutMs: number;
  signal: AbortSignal;
}) => Promise<number[]>;

export interface Probe<C = unknown> {
  config: C;
  timeoutMs: number;
  signal: AbortSignal;
  fetch: typeof fetch;
  connect: Dial;
  sendEchoes?: SendEchoes;
  /** Its end closes the check's connections. */
  hasOwnInvocation?: boolean;
  now(): number;
  steps: StepLog;
  shouldReadCertificate: boolean;
}

export interface CheckType {
  type: string;
  label: string;
  pageLabel: string;
  plainPageLabel?: string;
  hasResponseTime: boolean;
  config: ZodType;
  filled?: ZodType;
  findSecrets(config: Config): SecretPath[];
  vaultSpots: readonly VaultSpot[];
  /** Shown in alerts, so without credentials; may be empty. */
  addressOf(config: Config): string;
  /** Identifies the receiver of the secret. While it is unchanged, a mask may keep a stored secret. */
  destinationOf(config: Config, path?: SecretPath): string;
  storedPathOf?(path: SecretPath, configs: { config: Config; stored: Config }): SecretPath;
  certificateOf?(config: Config): CertificatePlace | null;
  /** True if the check is expected to fail: down becomes up, and everything else down. */
  isInverted?(config: Config): boolean;
  findAgentReason?(config: Config): Problem | null;
  /**
   * For types that ask a third party about the target: a failed request means no data, never down. Builds the
   * message from the problem.
   */
  describeNoData?(problem: string): string;
  /** Null for passive types. Throws a CheckFault or WireError; anything else is a bug. */
  run: ((probe: Probe) => Promise<Finding>) | null;
}

interface CheckTypeOf<S extends ZodType, F extends ZodType>
  extends Omit<CheckType, "config" | "filled" | "run"> {
  config: S;
  filled?: F;
  run: ((probe: Probe<z.output<F>>) => Promise<Finding>) | null;
}

/** The cast is safe: `probe()` only passes configs parsed by this schema. */
export function checkType<S extends ZodType, F extends ZodType = S>(spec: CheckTypeOf<S, F>): CheckType {
  return spec as unknown as CheckType;
}

export function describeConfig({ config, vaultSpots }: CheckType): Record<string, unknown> {
  return withFills(z.toJSONSchema(config, { io: "input", unrepresentable: "any" }), vaultSpots);
}

export function hostDestination(config: Config): string {
  return JSON.stringify([config["host"], config["port"]]);
}
