import { type Db, openDb } from "../data/db.ts";
import type { SessionRow } from "../data/session.ts";
import type { UserRow } from "../data/user.ts";
import { type AreaName, areaOf, isGranted, permissionsFor } from "../domain/access/area.ts";
import type { Env } from "../env.ts";
import type { Level, Permission } from "../schema/permission.ts";

export interface UserActor {
  kind: "user";
  user: UserRow;
  session: SessionRow;
  /** Everybody is to have a second factor, and this user has none yet. */
  mustSetUpTwoFactor: boolean;
  /** Remembered while the database is away. Read-only. */
  isRecalled?: boolean;
}

export interface TokenActor {
  kind: "token";
  id: number;
  name: string;
  permissions: readonly Permission[];
}

/** Nobody signed in: a visitor, or somebody who is signing in. */
interface GuestActor {
  kind: "guest";
}

export type Actor = UserActor | TokenActor | GuestActor;

interface Client {
  ip: string;
  userAgent: string;
}

/** What every verb is given first: who asks, when, and the means to do it. */
export interface Context {
  env: Env;
  db: Db;
  now: number;
  actor: Actor;
  client: Client;
  /** The address under which the service was asked, without a path. */
  origin: string;
  waitUntil(work: Promise<unknown>): void;
  /** Sessions that this request has looked up already, by their tokens. */
  sessions: Map<string, Promise<UserActor | null>>;
}

export function createContext(
  env: Env,
  given: Pick<Context, "client" | "origin" | "waitUntil"> & { now?: number; actor?: Actor },
): Context {
  const { now = Date.now(), actor = { kind: "guest" }, ...rest } = given;
  return { env, db: openDb(env.DB), now, actor, sessions: new Map(), ...rest };
}

/** The signed-in user; routes let nobody else through to the verbs that ask. */
export function userOf(context: Context): UserActor {
  if (context.actor.kind !== "user") throw new Error("this verb needs a signed-in user");
  return context.actor;
}

/** Operators and administrators have what a token needs a permission for, as far as their role goes. */
export function mayUse(context: Context, permission: Permission): boolean {
  const { actor } = context;
  if (actor.kind === "token") return isGranted(actor.permissions, permission);
  return actor.kind === "user" && (actor.user.role === "admin" || actor.user.role === "operator");
}

/** Whether who asks may read or write there; for what an answer has of another area than its own. */
export function mayReach({ actor }: Context, area: AreaName, level: Level): boolean {
  if (actor.kind === "user") return areaOf(area).roles.includes(actor.user.role);
  if (actor.kind !== "token") return false;
  return permissionsFor(area, level).some((needed) => isGranted(actor.permissions, needed));
}
