import { isGuardBreach, isUniqueBreach, save } from "../../data/db.ts";
import {
  findUserByEmail,
  findUserBySubject,
  insertUser,
  linkSubject,
  type UserRow,
} from "../../data/user.ts";
import type { Identity } from "../../remote/openid.ts";
import type { OidcSettings } from "../../schema/oidc.ts";
import type { Role } from "../../schema/permission.ts";
import { email as emailSchema } from "../../schema/user.ts";
import type { Context } from "../context.ts";
import { recordAudit, recordUpdate } from "../record/audit.ts";
import { getPageAccess } from "./page_access.ts";
import { userEntity } from "./user_audit.ts";

export async function admitUser(
  context: Context,
  settings: OidcSettings,
  identity: Identity,
): Promise<UserRow | null> {
  try {
    return await findOrMake(context, settings, identity);
  } catch (error) {
    if (!isGuardBreach(error) && !isUniqueBreach(error)) throw error;
    // Another tab of the same person was linked first: read again.
    return await findOrMake(context, settings, identity);
  }
}

export function addressOf({ email }: Identity): string | null {
  return emailSchema.safeParse(email).data ?? null;
}

async function findOrMake(
  context: Context,
  settings: OidcSettings,
  identity: Identity,
): Promise<UserRow | null> {
  const { issuer, subject } = identity;
  const known = await findUserBySubject(context.db, issuer, subject);
  if (known) return known;
  const address = addressOf(identity);
  if (address === null || !(identity.isEmailVerified || settings.allowUnverifiedEmail)) return null;

  const owner = await findUserByEmail(context.db, address);
  if (owner) {
    // A link to a former provider can't sign anyone in and is replaced.
    const isTaken = owner.ssoSubject !== null && owner.ssoIssuer === issuer;
    return isTaken ? null : await link(context, owner, identity);
  }
  const role = await decideRole(context, settings, address);
  if (role === null) return null;
  await save(context.db, [
    insertUser(context.db, {
      email: address,
      role,
      passwordHash: null,
      mustChangePassword: false,
      createdAt: context.now,
      ssoIssuer: issuer,
      ssoSubject: subject,
    }),
    recordAudit(context, {
      action: "Create",
      entityType: "user",
      entityId: "inserted",
      entityName: address,
      details: { role, by: "single sign-on", fields: ["email", "role"] },
      by: { id: 0, email: address },
    }),
  ]);
  return await findUserBySubject(context.db, issuer, subject);
}

async function link(context: Context, owner: UserRow, { issuer, subject }: Identity): Promise<UserRow> {
  await save(context.db, [
    ...linkSubject(context.db, owner, { issuer, subject }),
    ...recordUpdate(context, {
      ...userEntity(owner),
      changes: { sso: [owner.ssoIssuer, issuer] },
      by: owner,
    }),
  ]);
  return { ...owner, ssoIssuer: issuer, ssoSubject: subject };
}

async function decideRole(context: Context, settings: OidcSettings, address: string): Promise<Role | null> {
  if (settings.createUsers) return settings.defaultRole;
  const { ssoCreateViewers, ssoViewerDomains } = await getPageAccess(context);
  if (!ssoCreateViewers) return null;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return ssoViewerDomains.length === 0 || ssoViewerDomains.includes(domain) ? "viewer" : null;
}
