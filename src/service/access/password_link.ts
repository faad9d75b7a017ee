import { type Statement, saveGuarded } from "../../data/db.ts";
import { findLink, type LinkKind, replaceLink, takeLink } from "../../data/password_link.ts";
import { deleteSessionsOf, updateUserSecurityRow } from "../../data/user.ts";
import { changedSecret } from "../../domain/system/audit_changes.ts";
import { randomBytes, sha256Hex, toBase64Url } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { HOUR_MS } from "../../lib/units.ts";
import type { PasswordLink } from "../../schema/session.ts";
import { endStreams } from "../announce/live.ts";
import type { Context } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { gateOf, refuseUnless } from "./gate.ts";
import { getSignInPolicy, passwordsOff } from "./sign_in_policy.ts";
import { userEntity } from "./user_audit.ts";

const VALID_MS = HOUR_MS;
const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const FOLLOWED = { name: "password-link", max: 20, windowMs: 15 * 60_000 };

interface NewLink {
  path: string;
  expiresAt: number;
  statement: Statement;
}

/** Only the hash is stored, so database access alone opens nothing. */
export async function makeLink(
  kind: LinkKind,
  { email, now }: { email: string; now: number },
): Promise<NewLink> {
  const token = toBase64Url(randomBytes(TOKEN_BYTES));
  const expiresAt = now + VALID_MS;
  const statement = replaceLink({ email, kind, tokenHash: await sha256Hex(token), expiresAt });
  return { path: `/admin/password#token=${token}`, expiresAt, statement };
}

export async function limitLinks(context: Context): Promise<void> {
  refuseUnless(await gateOf(context).take(FOLLOWED));
}

/** Reading doesn't use up the link: mail programs follow links too. */
export async function getPasswordLink(context: Context, token: string): Promise<PasswordLink> {
  const { link, user } = await requireLink(context, token);
  return { kind: link.kind, email: user.email };
}

/** Does not sign in, so the second factor is still required. */
export async function setPasswordByLink(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  if (!(await getSignInPolicy(context)).passwordLogin) throw passwordsOff();
  const { link, user } = await requireLink(context, token);
  const passwordHash = await gateOf(context).hashPassword(newPassword);
  await saveGuarded(context.db, noLonger(), [
    ...takeLink(context.db, link),
    updateUserSecurityRow(context.db, user.id, { passwordHash, mustChangePassword: false }),
    deleteSessionsOf(context.db, user.id),
    ...recordUpdate(context, {
      ...userEntity(user),
      changes: changedSecret("password"),
      details: { link: link.kind, ip: context.client.ip },
      by: user,
    }),
  ]);
  endStreams(context);
}

async function requireLink({ db, now }: Context, token: string) {
  const found = TOKEN_SHAPE.test(token) ? await findLink(db, await sha256Hex(token), now) : null;
  if (!found) throw noLonger();
  return found;
}

function noLonger(): AppError {
  return new AppError(
    "not_found",
    "This link no longer works. Links work once, for an hour, until the next one is sent. Request another.",
  );
}
