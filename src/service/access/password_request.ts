import { type Db, insertedId, openDb, save, savePersistently } from "../../data/db.ts";
import { insertDenial } from "../../data/denial.ts";
import { anyOf, type Condition, deleteDue, hasRows, listDueIds } from "../../data/due.ts";
import {
  claimedPasswordRequests,
  claimPasswordRequests,
  deletePasswordRequest,
  insertPasswordRequest,
  leftPasswordRequests,
  oldPasswordRequests,
  type PasswordRequestRow,
} from "../../data/password_request.ts";
import { findUserByEmail, type UserRow } from "../../data/user.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import type { Env } from "../../env.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import { eachSideBySide } from "../../lib/side_by_side.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import type { AccountMailKind } from "../../notify/account_mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { canMailLinks } from "../alert/mail.ts";
import type { Context } from "../context.ts";
import { enqueue, enqueueOrLeave } from "../outgoing/job.ts";
import type { SweepScope } from "../outgoing/sweep.ts";
import { recordAudit } from "../record/audit.ts";
import { findMailProblem, sendAccountMail } from "./account_mail.ts";
import { gateNamed, gateOf, refuseUnless } from "./gate.ts";
import { makeLink } from "./password_link.ts";
import { getSignInPolicy, passwordsOff } from "./sign_in_policy.ts";
import { userEntity } from "./user_audit.ts";

const CLIENT = { name: "forgotten", max: 5, windowMs: 15 * MINUTE_MS };
const MAILBOX = { name: "forgotten", max: 3, windowMs: 15 * MINUTE_MS };
const LEFT: SweepScope = { waitedMs: 30_000, limit: 100 };
/** After this time the email is no longer expected. */
const KEPT_MS = HOUR_MS;
const AT_ONCE = 5;

export async function limitPasswordRequests(context: Context): Promise<void> {
  refuseUnless(await gateOf(context).take(CLIENT));
}

/**
 * The user is looked up later, so neither the response nor its timing reveals whether the address is known, or whether
 * emails can be sent.
 */
export async function requestPassword(context: Context, email: string): Promise<void> {
  if (!(await getSignInPolicy(context)).passwordLogin) throw passwordsOff();
  if (!(await canMailLinks(context))) return;
  const { env, db, client, now } = context;
  const statement = insertPasswordRequest(db, { email, ip: client.ip, createdAt: now });
  const id = insertedId(await save(db, [statement]));
  await enqueueOrLeave(env, "password_requests", { ids: [id] });
}

export async function takePasswordRequests(env: Env, ids: readonly number[]): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  const [claimed] = await save(db, [
    claimPasswordRequests(db, ids, { now, until: now + CLAIM_MS.password_requests }),
  ]);
  // In order per address: only the link in the last email is valid.
  const mailboxes = Map.groupBy(claimedPasswordRequests(claimed), ({ email }) => email);
  await eachSideBySide([...mailboxes.values()], AT_ONCE, async (requests) => {
    for (const request of requests) await takeOrLeave({ env, db, now }, request);
  });
}

async function takeOrLeave(taking: Taking, request: PasswordRequestRow): Promise<void> {
  try {
    await takeRequest(taking, request);
  } catch (error) {
    // The claim expires and the next sweep retries.
    log("warn", "failed to send a password reset link", { error });
  }
}

export function hasLeftPasswordRequests(now: number, { waitedMs }: SweepScope = LEFT): Condition {
  const rows = [oldPasswordRequests(now - KEPT_MS), leftPasswordRequests({ before: now - waitedMs, now })];
  return anyOf(rows.map(hasRows));
}

export async function sweepPasswordRequests(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = LEFT,
): Promise<void> {
  const db = openDb(env.DB);
  await save(db, [deleteDue(oldPasswordRequests(now - KEPT_MS))]);
  const ids = await listDueIds(db, leftPasswordRequests({ before: now - waitedMs, now }), limit);
  await enqueue(env, "password_requests", { ids });
}

interface Taking {
  env: Env;
  db: Db;
  now: number;
}

async function takeRequest({ env, db, now }: Taking, request: PasswordRequestRow): Promise<void> {
  const { id, email, ip } = request;
  const done = deletePasswordRequest(db, id);
  const user = await findUserByEmail(db, email);
  if (!user) {
    await save(db, [...insertDenial({ at: now, reason: "unknown_user", email, ip }), done]);
    return;
  }
  const problem = await findMailProblem({ env, db });
  if (problem !== null) log("warn", "no password reset link was sent", { problem });
  const mailbox = gateNamed(env, `mailbox:${await sha256Hex(email)}`);
  if (problem !== null || !(await mailbox.take(MAILBOX)).ok) {
    await save(db, [done]);
    return;
  }
  const kind = kindFor(user);
  try {
    await sendAccountMail(env, kind, { to: email, path: await pathFor({ env, db, now }, user), by: null });
  } catch (error) {
    if (!(error instanceof SendFault && error.isPermanent)) throw error;
    log("warn", "a password reset link was refused", { error });
    await save(db, [done]);
    return;
  }
  const entry = { action: "Allowed" as const, ...userEntity(user), details: { mail: kind, ip } };
  await savePersistently(db, [recordAudit({ db, now, actor: { kind: "guest" } }, entry), done]);
}

function kindFor({ passwordHash, ssoSubject }: UserRow): AccountMailKind {
  if (passwordHash !== null) return "reset";
  return ssoSubject === null ? "invitation" : "elsewhere";
}

async function pathFor({ db, now }: Taking, user: UserRow): Promise<string> {
  const kind = kindFor(user);
  if (kind === "elsewhere") return "/admin/login";
  const { path, statement } = await makeLink(kind, { email: user.email, now });
  await save(db, [statement]);
  return path;
}
