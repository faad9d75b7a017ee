import {
  type ApiTokenRow,
  deleteApiToken,
  findApiToken,
  findLiveApiToken,
  insertApiToken,
  listApiTokens as listRows,
  touchApiToken,
} from "../../data/api_token.ts";
import { insertedId, isGuardBreach, type Statement, save, saveGuarded } from "../../data/db.ts";
import { guardAdmin } from "../../data/user.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { API_TOKEN, isTokenText, makeTokenText } from "../../lib/token_text.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { NewApiToken } from "../../schema/api_token.ts";
import { endStreams } from "../announce/live.ts";
import { type Context, type TokenActor, userOf } from "../context.ts";
import { recordAudit } from "../record/audit.ts";

const PREFIX_LENGTH = 12;
const TOUCH_EVERY_MS = 60_000;

/** Null when unknown, expired or revoked. Malformed text costs no database read. */
export async function authenticateToken(context: Context, text: string): Promise<TokenActor | null> {
  if (!isTokenText(API_TOKEN, text)) return null;
  const row = await findLiveApiToken(context.db, await sha256Hex(text), context.now);
  if (!row) return null;
  if (context.now - (row.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) {
    context.waitUntil(save(context.db, [touchApiToken(context.db, row.id, context.now)]));
  }
  return { kind: "token", id: row.id, name: row.name, permissions: row.permissions };
}

export function notForTokens(): AppError {
  return new AppError("forbidden", "API tokens cannot call this endpoint");
}

/** The limit itself is `TOKEN_LIMIT` in wrangler.toml. */
export async function limitToken(context: Context, token: TokenActor): Promise<void> {
  const { success } = await context.env.TOKEN_LIMIT.limit({ key: `token:${token.id}` });
  if (success) return;
  const retryAfterSecs = 60 - (Math.floor(context.now / 1000) % 60);
  throw new AppError("too_many", `More than 300 requests in a minute: try again in ${retryAfterSecs} s.`, {
    retryAfterSecs,
  });
}

export async function listApiTokens(context: Context) {
  return (await listRows(context.db)).map((row) => toApiToken(row, row.creatorEmail));
}

export async function createApiToken(context: Context, wanted: NewApiToken) {
  const { user } = userOf(context);
  const token = makeTokenText(API_TOKEN);
  const row = {
    name: wanted.name,
    prefix: token.slice(0, PREFIX_LENGTH),
    tokenHash: await sha256Hex(token),
    permissions: wanted.permissions,
    createdBy: user.id,
    createdAt: context.now,
    expiresAt: wanted.expiresInDays === null ? null : context.now + wanted.expiresInDays * DAY_MS,
    lastUsedAt: null,
  };
  const results = await saveAsAdmin(context, [
    insertApiToken(context.db, row),
    recordAudit(context, {
      action: "Create",
      entityType: "api_token",
      entityId: "inserted",
      entityName: row.name,
      details: {
        permissions: row.permissions,
        expiresAt: row.expiresAt,
        fields: ["name", "permissions", "expiresAt"],
      },
    }),
  ]);
  return { ...toApiToken({ ...row, id: insertedId(results) }, user.email), token };
}

export async function revokeApiToken(context: Context, id: number): Promise<void> {
  const row = await findApiToken(context.db, id);
  if (!row) throw notFound("API token");
  await saveGuarded(context.db, notFound("API token"), [
    ...deleteApiToken(context.db, id),
    recordAudit(context, {
      action: "Delete",
      entityType: "api_token",
      entityId: id,
      entityName: row.name,
      details: { prefix: row.prefix },
    }),
  ]);
  endStreams(context);
}

function toApiToken(row: ApiTokenRow, creatorEmail: string | null) {
  const { id, name, prefix, permissions, expiresAt, lastUsedAt, createdAt } = row;
  return { id, name, prefix, permissions, expiresAt, lastUsedAt, createdAt, createdBy: creatorEmail };
}

async function saveAsAdmin(context: Context, statements: readonly Statement[]): Promise<D1Result[]> {
  try {
    return await save(context.db, [...statements, guardAdmin(userOf(context).user.id)]);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("forbidden", "You are no longer an administrator.");
  }
}
