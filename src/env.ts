import { openDb, save } from "./data/db.ts";
import { insertKnownValue, judgeSecretKey } from "./data/secret_key.ts";
import { AppError } from "./lib/errors.ts";
import { sealKnownValue } from "./lib/known_value.ts";
import type { LogLevel } from "./lib/log.ts";
import { createSecretBox, parseSecretKeys, type SecretBox } from "./lib/secret_box.ts";
import { isPushContact } from "./lib/vapid.ts";
import { type IpRange, parseIpRange } from "./lib/wire/host_name.ts";
import type { AgentObject } from "./objects/agent.ts";
import type { AlertsObject } from "./objects/alerts.ts";
import type { BackupsObject } from "./objects/backups.ts";
import type { GateObject } from "./objects/gate.ts";
import type { LiveObject } from "./objects/live.ts";
import type { MirrorObject } from "./objects/mirror.ts";
import type { PageObject } from "./objects/page.ts";
import type { PlaceObject } from "./objects/place.ts";
import type { WatchObject } from "./objects/watch.ts";

export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  /** Publicly readable, so it holds only the static copy. Optional. */
  MIRROR_BUCKET?: R2Bucket;
  ASSETS: Fetcher;
  DELIVERIES: Queue;
  ACTIONS: Queue;
  SUBSCRIBERS: Queue;
  STATE_REPORT?: Fetcher;
  /** Only with `npm start`: connects to public addresses only. On Cloudflare `fetch` already does. */
  PUBLIC_INTERNET?: Fetcher;
  TOKEN_LIMIT: RateLimit;
  HOOK_LIMIT: RateLimit;
  FEED_LIMIT: RateLimit;
  STATUS_LIMIT: RateLimit;
  READ_LIMIT: RateLimit;
  GATE: DurableObjectNamespace<GateObject>;
  WATCH: DurableObjectNamespace<WatchObject>;
  LIVE: DurableObjectNamespace<LiveObject>;
  ALERTS: DurableObjectNamespace<AlertsObject>;
  PAGE: DurableObjectNamespace<PageObject>;
  PLACE: DurableObjectNamespace<PlaceObject>;
  AGENT: DurableObjectNamespace<AgentObject>;
  MIRROR: DurableObjectNamespace<MirrorObject>;
  BACKUPS: DurableObjectNamespace<BackupsObject>;
  SECRET_KEY?: string;
  PUBLIC_URL?: string;
  SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE?: string;
  /** Push services may write to this contact. */
  PUSH_CONTACT?: string;
  UPDATE_CHECK?: string;
  UPDATE_URL?: string;
  LOG_LEVEL?: string;
  /** "true" with `npm start`, where client-supplied headers can't be trusted. */
  RUNS_LOCALLY?: string;
  TRUSTED_PROXIES?: string;
  /** With `npm start`: the start of the process, before which nothing could be received for a while. */
  STARTED_AT?: string;
}

interface Variables {
  publicUrl: string | null;
  allowPrivateWebhooks: boolean;
  pushContact: string | null;
  updateCheck: boolean;
  updateUrl: string | null;
  logLevel: LogLevel;
  runsLocally: boolean;
  problems: readonly string[];
  secretKeys: readonly Uint8Array<ArrayBuffer>[] | null;
  /** Proxies trusted to name the client; null on Cloudflare, which does it itself. */
  trustedProxies: readonly IpRange[] | null;
}

const parsed = new WeakMap<Env, Variables>();
const boxes = new WeakMap<Variables, Promise<SecretBox>>();
const confirmed = new WeakSet<Variables>();

export function variablesOf(env: Env): Variables {
  let settings = parsed.get(env);
  if (!settings) {
    settings = parseVariables(env);
    parsed.set(env, settings);
  }
  return settings;
}

export function parseVariables(env: Env): Variables {
  const problems: string[] = [];
  const runsLocally = env.RUNS_LOCALLY === "true";
  const secretKeys = parseSecretKeys(env.SECRET_KEY ?? "");
  if (!env.SECRET_KEY) {
    problems.push(
      runsLocally
        ? "SECRET_KEY is missing: restore the file secret_key in STATE_DIR from a copy, and start again."
        : "SECRET_KEY is missing: create one with `openssl rand -base64 32` and set it with `npx wrangler secret put SECRET_KEY`.",
    );
  } else if (!secretKeys) {
    problems.push("SECRET_KEY isn't 32 bytes in base64: create one with `openssl rand -base64 32`.");
  }
  return {
    publicUrl: parsePublicUrl(env.PUBLIC_URL, problems),
    allowPrivateWebhooks: parseSwitch("SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE", env, false, problems),
    pushContact: parsePushContact(env.PUSH_CONTACT, problems),
    updateCheck: parseSwitch("UPDATE_CHECK", env, true, problems),
    updateUrl: parseUpdateUrl(env.UPDATE_URL, problems),
    logLevel: parseLogLevel(env.LOG_LEVEL, problems),
    runsLocally,
    trustedProxies: runsLocally ? parseProxies(env.TRUSTED_PROXIES, problems) : null,
    problems,
    secretKeys,
  };
}

export function secretKeysOf(env: Env): readonly Uint8Array<ArrayBuffer>[] {
  const { secretKeys, problems } = variablesOf(env);
  if (secretKeys) return secretKeys;
  const problem = problems.find((sentence) => sentence.startsWith("SECRET_KEY"));
  throw new AppError("unavailable", problem ?? "SECRET_KEY is missing.");
}

/** Throws `unavailable` when SECRET_KEY is missing or malformed. `seal` refuses any key but the current one. */
export function secretBoxOf(env: Env): Promise<SecretBox> {
  const settings = variablesOf(env);
  let box = boxes.get(settings);
  if (!box) {
    box = createSecretBox(secretKeysOf(env)).then((own) => ({
      ...own,
      async seal(plain, name) {
        await confirmKeyOf(env, own);
        return await own.seal(plain, name);
      },
    }));
    boxes.set(settings, box);
  }
  return box;
}

export async function confirmSecretKey(env: Env): Promise<void> {
  await confirmKeyOf(env, await createSecretBox(secretKeysOf(env)));
}

async function confirmKeyOf(env: Env, box: SecretBox): Promise<void> {
  const settings = variablesOf(env);
  if (confirmed.has(settings)) return;
  const db = openDb(env.DB);
  const verdict = await judgeSecretKey(db, box);
  if (verdict === "wrong") throw new AppError("unavailable", describeWrongKey(settings));
  if (verdict === "new") await save(db, [insertKnownValue(await sealKnownValue(box), Date.now())]);
  confirmed.add(settings);
}

function describeWrongKey({ runsLocally }: Variables): string {
  return `SECRET_KEY doesn't match the key the stored secrets are encrypted with: ${
    runsLocally
      ? "restore this state's secret_key file in STATE_DIR, or set SECRET_KEY to its content."
      : "set the one that was used before with `npx wrangler secret put SECRET_KEY`."
  }`;
}

function parsePublicUrl(text: string | undefined, problems: string[]): string | null {
  if (!text) {
    problems.push(
      "PUBLIC_URL is missing: set it to the address of the service, such as https://status.example.com.",
    );
    return null;
  }
  const url = URL.parse(text);
  if (url && (url.protocol === "https:" || url.protocol === "http:") && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, "");
  }
  problems.push("PUBLIC_URL isn't an absolute http or https address, such as https://status.example.com.");
  return null;
}

function parsePushContact(text: string | undefined, problems: string[]): string | null {
  if (!text) return null;
  if (isPushContact(text)) return text;
  problems.push(
    "PUSH_CONTACT is not an address that push services accept: use one such as mailto:ops@example.com or https://status.example.com, without spaces, angle brackets or localhost.",
  );
  return null;
}

function parseUpdateUrl(text: string | undefined, problems: string[]): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url && isWeb && url.username === "" && url.password === "") return url.href;
  problems.push(
    "UPDATE_URL isn't an absolute http or https address without a user, such as https://releases.example.com/latest.",
  );
  return null;
}

function parseSwitch(
  name: "SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE" | "UPDATE_CHECK",
  env: Env,
  fallback: boolean,
  problems: string[],
): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text === "true" || text === "false") return text === "true";
  problems.push(`${name} must be true or false.`);
  return fallback;
}

function parseProxies(text: string | undefined, problems: string[]): IpRange[] {
  const parts = (text ?? "").split(/[\s,]+/).filter(Boolean);
  return parts.flatMap((part) => {
    const range = parseIpRange(part);
    if (!range)
      problems.push(
        `TRUSTED_PROXIES contains ${part}: use comma-separated addresses or ranges, such as 127.0.0.1 or 10.0.0.0/8.`,
      );
    return range ?? [];
  });
}

function parseLogLevel(text: string | undefined, problems: string[]): LogLevel {
  if (!text) return "info";
  if (text === "debug" || text === "info" || text === "warn" || text === "error") return text;
  problems.push("LOG_LEVEL must be debug, info, warn or error.");
  return "info";
}
