import { getAt } from "../lib/at_path.ts";
import { findBasicLogin } from "../lib/basic_login.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { credentialsOfAddress } from "../lib/redact.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import type { CheckFacts } from "../schema/check_facts.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import type { KeptBody } from "../schema/kept_body.ts";
import type { CheckType, Finding, Probe } from "./check_type.ts";
import { CheckFault, faultMessage, OwnFault } from "./fault.ts";
import { invert } from "./invert.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import { findCheckType } from "./registry.ts";
import { makeStepLog, type Step, type StepLog } from "./steps.ts";

/**
 * Created once, because an error with a stack costs a good part of a check. Not at module start, where
 * computing the stack would parse the whole bundle again.
 */
let over: DOMException | undefined;
const SPARE_MS = 250;

export interface ProbeRequest {
  type: string;
  config: Config;
  /** Values from vaults that the result must not show. */
  hidden?: readonly string[] | undefined;
  timeoutMs: number;
  /** HTTPS reads the certificate only if set: once an hour is enough. */
  shouldReadCertificate?: boolean;
}

export interface ProbeResult {
  status: CheckStatus;
  responseMs: number | null;
  message: string;
  certificate?: ReadCertificate;
  body?: KeptBody;
  facts?: CheckFacts;
  isMaintained?: boolean;
  steps: Step[];
  /** The target's state is unknown: don't count this as a check. */
  isOwnFault: boolean;
  /** With `isOwnFault`: the third party that was asked about the target did not respond. */
  hasNoData?: boolean;
}

export type ProbeDeps = Pick<Probe, "connect" | "fetch" | "now" | "sendEchoes" | "hasOwnInvocation">;

/** Never throws, and always ends when its time is up. */
export async function probe(request: ProbeRequest, deps: ProbeDeps): Promise<ProbeResult> {
  const type = findCheckType(request.type);
  const { timeoutMs, config, hidden = [], shouldReadCertificate = false } = request;
  const deadline = new AbortController();
  const { signal } = deadline;
  const steps = makeStepLog({ timeoutMs, signal, now: deps.now });
  const secrets = type?.findSecrets(config) ?? [];
  for (const secret of [...findSent(config, secrets), ...hidden]) steps.hide(secret);
  const target = listenTo(deps);
  const leave = Promise.withResolvers<never>();
  let isComplete = false;
  // The second timer is created only when the first fires, because most checks need neither.
  let timer = setTimeout(() => {
    timer = setTimeout(() => leave.reject(new CheckFault("timeout", steps.timeoutMessage())), SPARE_MS);
    deadline.abort(new DOMException("The check timed out.", "TimeoutError"));
  }, timeoutMs);
  const toResult = (found: Omit<ProbeResult, "steps">, { isOfTarget = true } = {}): ProbeResult => {
    const isTurned = isOfTarget && (type?.isInverted?.(config) ?? false);
    const turned = isTurned ? invert(found, steps) : found;
    const { certificate } = turned;
    return {
      ...turned,
      message: steps.clean(turned.message),
      steps: [...steps.list],
      ...(certificate && { certificate: cleanCertificate(certificate, steps) }),
    };
  };
  try {
    const run = runType(
      type,
      { ...deps, ...target.deps, config, timeoutMs, signal, steps, shouldReadCertificate },
      secrets.length + hidden.length > 0,
    );
    const finding = await Promise.race([run, leave.promise]);
    isComplete = true;
    return toResult({ ...finding, isOwnFault: false });
  } catch (error) {
    const failure = withoutData(type, toFailedResult(error, target.hasResponded()));
    return toResult(failure, { isOfTarget: !failure.isOwnFault && !isNotAllowed(error) });
  } finally {
    clearTimeout(timer);
    // Aborting costs, and a complete check without a socket has nothing left to end.
    if (!isComplete || target.hasDialed()) {
      over ??= new DOMException("The check is over.", "AbortError");
      deadline.abort(over);
    }
  }
}

function isNotAllowed(error: unknown): boolean {
  const kind = error instanceof CheckFault ? error.kind : error instanceof WireError ? error.fault : null;
  return kind === "not_allowed";
}

/** Records what was opened, and whether the target has responded: from then on an unexpected error is its failure. */
function listenTo({ fetch, connect }: ProbeDeps): {
  deps: Pick<ProbeDeps, "connect" | "fetch">;
  hasResponded(): boolean;
  hasDialed(): boolean;
} {
  let hasResponded = false;
  let hasDialed = false;
  const note = () => {
    hasResponded = true;
  };
  return {
    hasResponded: () => hasResponded,
    hasDialed: () => hasDialed,
    deps: {
      async fetch(input, init) {
        const response = await fetch(input, init);
        note();
        return response;
      },
      connect(address) {
        hasDialed = true;
        const socket = connect(address);
        socket.opened.then(note, () => undefined);
        return socket;
      },
    },
  };
}

function withoutData(type: CheckType | null, failure: Omit<ProbeResult, "steps">): typeof failure {
  if (!type?.describeNoData || failure.isOwnFault) return failure;
  return { ...failure, isOwnFault: true, hasNoData: true, message: type.describeNoData(failure.message) };
}

function cleanCertificate(certificate: ReadCertificate, { clean }: StepLog): ReadCertificate {
  const { subject, issuer } = certificate;
  return { ...certificate, subject: clean(subject), issuer: clean(issuer) };
}

function toFailedResult(error: unknown, hasResponded: boolean): Omit<ProbeResult, "steps"> {
  const reason = faultMessage(error);
  const isBug = reason === null && !(error instanceof AppError);
  if (error instanceof OwnFault || error instanceof AppError || (isBug && !hasResponded))
    return toOwnFault(error);
  if (isBug) log("error", "check crashed on a response", { error });
  const message = reason ?? "The target's response can't be read.";
  const certificate = error instanceof CheckFault ? error.certificate : undefined;
  return {
    status: "down",
    responseMs: null,
    message,
    isOwnFault: false,
    ...(certificate && { certificate }),
  };
}

export function toOwnFault(error: unknown): ProbeResult {
  const isExpected = error instanceof OwnFault || error instanceof AppError;
  if (!isExpected) log("error", "check crashed", { error });
  const message = isExpected ? error.message : "The check couldn't run: internal error of this service.";
  return { status: "down", responseMs: null, message, steps: [], isOwnFault: true };
}

async function runType(type: CheckType | null, probe: Probe<Config>, hasSecrets: boolean): Promise<Finding> {
  if (!type?.run) throw new OwnFault("Monitors of this type aren't checked from here.");
  return await type.run({ ...probe, config: parseConfig(type, probe.config, { hasSecrets }) });
}

const MOST_PARSED_CONFIGS = 2000;
const MOST_COMPLETE_CONFIGS = 50_000;
const parsedConfigs = new Map<string, unknown>();
/** Configs that parse to themselves, as all that this version saves do. Kept as text to fit 20,000 monitors. */
const completeConfigs = new Set<string>();

/** Configs with secrets are never cached. */
export function parseConfig(
  type: CheckType,
  config: Config,
  { hasSecrets }: { hasSecrets: boolean },
): unknown {
  if (hasSecrets) return parse(type, config);
  const text = JSON.stringify(config);
  const key = `${type.type} ${text}`;
  if (completeConfigs.has(key)) return config;
  const known = parsedConfigs.get(key);
  if (known !== undefined) return known;
  const parsed = parse(type, config);
  if (JSON.stringify(parsed) === text) {
    if (completeConfigs.size >= MOST_COMPLETE_CONFIGS) completeConfigs.clear();
    completeConfigs.add(key);
  } else {
    if (parsedConfigs.size >= MOST_PARSED_CONFIGS) parsedConfigs.clear();
    parsedConfigs.set(key, parsed);
  }
  return freeze(parsed);
}

function parse(type: CheckType, config: Config): unknown {
  const parsed = (type.filled ?? type.config).safeParse(config);
  if (!parsed.success)
    throw new OwnFault("The settings don't match this version: open the monitor and save it again.");
  return parsed.data;
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

const USER_NAMES = ["user", "username", "bindDn", "clientId"];
const LEAST_SECRET_LENGTH = 8;

function findSent(config: Config, paths: readonly SecretPath[]): string[] {
  return [...paths.flatMap((path) => sentAt(config, path)), ...userAsKey(config), ...inAddresses(config)];
}

function sentAt(config: Config, path: SecretPath): string[] {
  const secret = String(getAt(config, path));
  if (path.at(-2) === "headers") return [secret, ...inHeader(secret)];
  const users = USER_NAMES.map((name) => getAt(config, [...path.slice(0, -1), name]));
  return [secret, ...users.filter(isText).flatMap((user) => together(user, secret))];
}

function together(user: string, password: string): string[] {
  return [`${user}:${password}`, `${user}\0${password}`];
}

function inHeader(value: string): string[] {
  const parts = value.split(/[\s;,="']+/).filter((part) => part.length >= LEAST_SECRET_LENGTH);
  const login = findBasicLogin(value);
  return login ? [...parts, `${login.user}:${login.password}`, login.password] : parts;
}

/** Some services take an API key as the user name. */
function userAsKey(config: Config): string[] {
  return [config, ...Object.values(record(config["steps"])).map((step) => getAt(step, ["request"]))].flatMap(
    (request) => {
      const basic = record(getAt(request, ["auth", "basic"]));
      const { username, password } = { username: "", password: "", ...basic };
      return password === "" && isText(username) ? [username] : [];
    },
  );
}

function inAddresses(value: unknown): string[] {
  if (typeof value === "string") return credentialsOfAddress(value).map((found) => found.replace(/:$/, ""));
  return Object.values(record(value)).flatMap(inAddresses);
}

function record(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
