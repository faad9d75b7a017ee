import { AppError } from "../lib/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/units.ts";
import { readBounded } from "../lib/wire/reader.ts";
import { readThrown } from "../lib/wire/thrown.ts";
import type { HashicorpSettings } from "../schema/vault.ts";
import type { VaultValues } from "../schema/vault_secret.ts";

const LIMIT_MS = 5000;
const MOST_BYTES = 1024 * 1024;
const KEPT_MS = 30_000;
const SPARE_MS = 5000;
const LONGEST_LOGIN_MS = HOUR_MS;
const LOGIN_PAUSE_MS = 5 * MINUTE_MS;
const MOST_KEPT = 200;

export interface HashicorpVault {
  name: string;
  /** Changes with the settings, so nothing cached from old ones is used. */
  version: string;
  settings: HashicorpSettings;
}

interface Options {
  now: number;
  limitMs?: number;
}

interface VaultResponse {
  status: number;
  document: Record<string, unknown>;
}

/**
 * One cache per isolate; losing it costs a request. Plain values only, because Workers requests can't share a
 * promise.
 */
const values = new Map<string, { values: VaultValues; until: number }>();
const logins = new Map<string, { token: string; until: number; pauseUntil: number }>();

export async function readHashicorp(
  vault: HashicorpVault,
  path: string,
  options: Options,
): Promise<VaultValues> {
  const id = JSON.stringify([vault.version, path]);
  const found = values.get(id);
  if (found && found.until > options.now) return found.values;
  const ask = makeAsk(vault, options.limitMs ?? LIMIT_MS);
  const read = parseSecret(vault, path, await readSigned(vault, path, { ask, now: options.now }));
  keep(values, id, { values: read, until: options.now + KEPT_MS });
  return read;
}

export async function tryHashicorp(vault: HashicorpVault, options: Options): Promise<void> {
  const ask = makeAsk(vault, options.limitMs ?? LIMIT_MS);
  const { auth } = vault.settings;
  if (auth.method === "approle") {
    await logIn(vault, { ask, now: options.now });
    return;
  }
  const reply = await ask("auth/token/lookup-self", { token: auth.token });
  if (reply.status !== 200) throw refused(vault, "its token", reply);
}

type HashicorpRequest = (path: string, request: { token?: string; body?: object }) => Promise<VaultResponse>;
type HashicorpAccess = { ask: HashicorpRequest; now: number };

/**
 * A revoked login and a forbidden path both respond 403; one fresh login tells them apart. Each login is a lease on
 * the Vault server, so a path that stays forbidden gets another only after a pause.
 */
async function readSigned(
  vault: HashicorpVault,
  path: string,
  { ask, now }: HashicorpAccess,
): Promise<VaultResponse> {
  const { auth, mount } = vault.settings;
  const place = `${encodePlace(mount)}/data/${encodePlace(path)}`;
  if (auth.method === "token") return await ask(place, { token: auth.token });
  const kept = logins.get(vault.version);
  if (kept && kept.until > now) {
    const reply = await ask(place, { token: kept.token });
    if (reply.status !== 403 || kept.pauseUntil > now) return reply;
    logins.delete(vault.version);
  }
  const reply = await ask(place, { token: await logIn(vault, { ask, now }) });
  const login = logins.get(vault.version);
  if (login && reply.status === 403) login.pauseUntil = now + LOGIN_PAUSE_MS;
  return reply;
}

async function logIn(vault: HashicorpVault, { ask, now }: HashicorpAccess): Promise<string> {
  const { auth } = vault.settings;
  if (auth.method !== "approle") return auth.token;
  const body = { role_id: auth.roleId, secret_id: auth.secretId };
  const reply = await ask("auth/approle/login", { body });
  const login = asObject(reply.document["auth"]);
  const token = login["client_token"];
  if (reply.status !== 200 || typeof token !== "string" || token === "") {
    throw refused(vault, "its AppRole", reply);
  }
  const lease = Number(login["lease_duration"]) || 0;
  const lifeMs = lease > 0 ? lease * 1000 - SPARE_MS : LONGEST_LOGIN_MS;
  const until = now + Math.min(lifeMs, LONGEST_LOGIN_MS);
  if (lifeMs > 0) keep(logins, vault.version, { token, until, pauseUntil: now });
  return token;
}

function parseSecret(vault: HashicorpVault, path: string, reply: VaultResponse): VaultValues {
  const { mount } = vault.settings;
  if (reply.status === 404) {
    throw fault(`The vault ${vault.name} has nothing at ${path} in ${mount}${wordsOf(vault, reply)}.`);
  }
  if (reply.status !== 200) throw refused(vault, `reading ${path} in ${mount}`, reply);
  const data = asObject(reply.document["data"])["data"];
  if (typeof data !== "object" || data === null) {
    throw fault(
      `The vault ${vault.name} didn't respond as KV version 2 for ${path}: check the mount ${mount}.`,
    );
  }
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
      return isPlain ? [[name, String(value)]] : [];
    }),
  );
}

/** One time limit for all requests of a secret. Redirects would forward the token. */
function makeAsk({ name, settings }: HashicorpVault, limitMs: number): HashicorpRequest {
  const signal = AbortSignal.timeout(limitMs);
  return async (path, { token, body }) => {
    const headers = new Headers({ Accept: "application/json", "X-Vault-Request": "true" });
    if (settings.namespace !== "") headers.set("X-Vault-Namespace", settings.namespace);
    if (token !== undefined) headers.set("X-Vault-Token", token);
    if (body) headers.set("Content-Type", "application/json");
    try {
      const response = await fetch(`${settings.address}/v1/${path}`, {
        method: body ? "POST" : "GET",
        headers,
        body: body ? JSON.stringify(body) : null,
        redirect: "manual",
        cache: "no-store",
        signal,
      });
      const { bytes, isWhole } = await readBounded(response, { maxBytes: MOST_BYTES, signal });
      const text = isWhole ? new TextDecoder().decode(bytes) : "";
      return { status: response.status, document: asObject(parseJson(text)) };
    } catch (error) {
      const isLate = signal.aborted || (error instanceof Error && error.name === "TimeoutError");
      if (isLate) throw fault(`The vault ${name} didn't respond within ${limitMs / 1000} s.`, error);
      const thrown = readThrown(error);
      const why = "sentence" in thrown ? thrown.sentence : "The connection failed.";
      throw fault(`The vault ${name} didn't respond: ${why}`, error);
    }
  };
}

function refused(vault: HashicorpVault, what: string, reply: VaultResponse): AppError {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    return fault(`The vault ${vault.name} redirects: enter the final address in its settings.`);
  }
  return fault(`The vault ${vault.name} refused ${what} (status ${status}${wordsOf(vault, reply)}).`);
}

function wordsOf({ settings: { auth } }: HashicorpVault, { document }: VaultResponse): string {
  const errors = Array.isArray(document["errors"]) ? document["errors"] : [];
  const secrets = auth.method === "token" ? [auth.token] : [auth.secretId, auth.roleId];
  const words = secrets.reduce(
    (text, secret) => text.replaceAll(secret, "[redacted]"),
    errors.filter((line) => typeof line === "string").join("; "),
  );
  const line = words.replaceAll(/\s+/g, " ").trim().slice(0, 300);
  return line === "" ? "" : `: ${line}`;
}

function fault(message: string, cause?: unknown): AppError {
  return new AppError("unavailable", message, { cause });
}

function keep<T>(kept: Map<string, T>, id: string, entry: T): void {
  kept.delete(id);
  kept.set(id, entry);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? id);
}

function encodePlace(place: string): string {
  return place.split("/").map(encodeURIComponent).join("/");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
