import { type Statement, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { deleteLinkOf } from "../../data/password_link.ts";
import {
  deleteSession,
  deleteSessionByHash,
  findSession,
  insertSession,
  listSessions as listRows,
  type SessionRow,
  updateSessionRow,
} from "../../data/session.ts";
import { findSetting } from "../../data/setting.ts";
import {
  deleteSessionsOf,
  guardSecurityVersion,
  type UserRow,
  updateUserRow,
  updateUserSecurityRow,
} from "../../data/user.ts";
import { secretKeysOf, variablesOf } from "../../env.ts";
import { isSameText, randomBytes, sha256Hex, toBase64Url, utf8 } from "../../lib/bytes.ts";
import { notFound } from "../../lib/errors.ts";
import { HOUR_MS } from "../../lib/units.ts";
import { within } from "../../lib/within.ts";
import { endStreams } from "../announce/live.ts";
import { type Context, type UserActor, userOf } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { nameFault } from "../record/database_fault.ts";
import { cacheSession, peekSession } from "../record/session_memory.ts";

export const SESSION_MS = 12 * HOUR_MS;
const SEEN_EVERY_MS = 5 * 60_000;
/** Invalid tokens. An ended session never comes back, so entries stay true. */
const MOST_ENDED = 2000;
const TIMEOUT_MS = 5000;
const ended = new Set<string>();
/** Sessions started before tagging was introduced may still be valid until then. */
const untaggedUntil = new WeakMap<D1Database, Promise<number>>();

interface NewSession {
  user: UserRow;
  token: string;
  statements: Statement[];
}

export async function authenticateSession(context: Context, token: string): Promise<UserActor | null> {
  let found = context.sessions.get(token);
  if (!found) {
    found = lookUp(context, token);
    context.sessions.set(token, found);
  }
  return await found;
}

async function lookUp(context: Context, token: string): Promise<UserActor | null> {
  if (ended.has(token) || !(await mayStand(context, token))) return null;
  let found: Awaited<ReturnType<typeof findSession>>;
  try {
    const hash = await sha256Hex(token);
    found = await within(TIMEOUT_MS, () => findSession(context.db, hash, context.now));
  } catch (error) {
    const known = peekSession(token, context.now);
    if (!known || !(await nameFault(context.env, error))) throw error;
    return known;
  }
  if (!found) {
    if (ended.size >= MOST_ENDED) ended.delete(ended.values().next().value ?? "");
    ended.add(token);
    return null;
  }
  if (context.now - found.session.lastSeenAt >= SEEN_EVERY_MS) {
    context.waitUntil(
      save(context.db, [updateSessionRow(context.db, found.session.id, { lastSeenAt: context.now })]),
    );
  }
  const actor: UserActor = { kind: "user", ...found };
  cacheSession(token, actor, context.now);
  return actor;
}

/** False for tokens never issued. No database read, except once per isolate after an update. */
async function mayStand({ env, db, now }: Context, token: string): Promise<boolean> {
  if (!hasTokenShape(token)) return false;
  const keys = variablesOf(env).secretKeys;
  if (keys && (await isOwnToken(keys, token))) return true;
  let until = untaggedUntil.get(env.DB);
  if (!until) {
    until = readUntaggedUntil(env.DB, db);
    until.catch(() => untaggedUntil.delete(env.DB));
    untaggedUntil.set(env.DB, until);
  }
  return now < (await until);
}

async function readUntaggedUntil(database: D1Database, db: Context["db"]): Promise<number> {
  await ensureMigrated(database);
  return Number((await findSetting(db, "untaggedSessionsUntil")) ?? 0);
}

/** Always a new token, against session fixation; the replaced one ends. */
export async function startSession(
  context: Context,
  user: UserRow,
  { method, replaces }: { method: SessionRow["method"]; replaces: string | null },
): Promise<NewSession> {
  const token = await makeSessionToken(secretKeysOf(context.env));
  const { now, client } = context;
  const isRevoking = method === "sso" && user.mustChangePassword;
  const statements = [
    guardSecurityVersion(user),
    ...(isRevoking ? revokeTemporaryPassword(context, user) : []),
    ...(method === "sso" ? [deleteLinkOf(context.db, user.id)] : []),
    insertSession(context.db, {
      tokenHash: await sha256Hex(token),
      userId: user.id,
      method,
      ip: client.ip,
      userAgent: client.userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + SESSION_MS,
      confirmedAt: null,
    }),
    recordAudit(context, {
      action: "Allowed",
      entityType: "session",
      entityId: "inserted",
      entityName: user.email,
      details: { method, twoFactor: user.totpSecret !== null },
      by: user,
    }),
    updateUserRow(context.db, user.id, { lastLoginAt: now }),
  ];
  if (replaces) statements.push(deleteSessionByHash(context.db, await sha256Hex(replaces)));
  const revoked = isRevoking ? { passwordHash: null, mustChangePassword: false } : {};
  return { user: { ...user, ...revoked, lastLoginAt: now }, token, statements };
}

export async function listSessions(context: Context) {
  const { user, session: own } = userOf(context);
  const rows = await listRows(context.db, user.id, context.now);
  return rows.map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => {
    return { id, createdAt, lastSeenAt, expiresAt, ip, userAgent, current: id === own.id };
  });
}

async function saveEnd(context: Context, statements: readonly Statement[]): Promise<void> {
  await save(context.db, statements);
  endStreams(context);
}

export async function endSession(context: Context, id: number): Promise<void> {
  const { user } = userOf(context);
  const rows = await listRows(context.db, user.id, context.now);
  if (!rows.some((row) => row.id === id)) throw notFound("session");
  await saveEnd(context, [deleteSession(context.db, id), recordEnd(context, id)]);
}

export async function endOwnSession(context: Context): Promise<void> {
  const { session } = userOf(context);
  await saveEnd(context, [deleteSession(context.db, session.id), recordEnd(context, session.id)]);
}

export async function endAllSessions(context: Context): Promise<void> {
  const { user } = userOf(context);
  await saveEnd(context, [deleteSessionsOf(context.db, user.id), recordEnd(context, null)]);
}

function recordEnd(context: Context, id: number | null): Statement {
  const details = id === null ? { sessions: "all" } : {};
  return recordAudit(context, {
    action: "Delete",
    entityType: "session",
    entityId: id,
    entityName: userOf(context).user.email,
    details,
  });
}

/** Not needed after single sign-on. Its sessions end too: anyone may have started them. */
function revokeTemporaryPassword(context: Context, user: UserRow): Statement[] {
  return [
    deleteSessionsOf(context.db, user.id),
    updateUserSecurityRow(context.db, user.id, { passwordHash: null, mustChangePassword: false }),
    recordAudit(context, {
      action: "Update",
      entityType: "user",
      entityId: user.id,
      entityName: user.email,
      details: { fields: ["temporary password"] },
      by: user,
    }),
  ];
}

const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 32;
const TAG_BYTES = 8;
const SHAPE = /^[\w-]{43}$/;

type RawKeys = readonly Uint8Array<ArrayBuffer>[];

const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>();

/** 192 random bits and a MAC by the service's key, to reject forged tokens without a lookup. */
async function makeSessionToken([first]: RawKeys): Promise<string> {
  if (!first) throw new Error("a session token needs a key");
  const random = toBase64Url(randomBytes(RANDOM_BYTES));
  return random + (await tagOf(first, random));
}

function hasTokenShape(text: string): boolean {
  return SHAPE.test(text);
}

async function isOwnToken(keys: RawKeys, text: string): Promise<boolean> {
  if (!SHAPE.test(text)) return false;
  const [random, tag] = [text.slice(0, RANDOM_LENGTH), text.slice(RANDOM_LENGTH)];
  for (const key of keys) if (isSameText(await tagOf(key, random), tag)) return true;
  return false;
}

async function tagOf(raw: Uint8Array<ArrayBuffer>, random: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await keyOf(raw), utf8(`session/${random}`));
  return toBase64Url(new Uint8Array(signed).slice(0, TAG_BYTES));
}

function keyOf(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  let key = imported.get(raw);
  if (!key) {
    key = crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    imported.set(raw, key);
  }
  return key;
}
