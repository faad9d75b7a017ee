import { type Db, openDb } from "../data/db.ts";
import type { SessionRow } from "../data/session.ts";
import type { UserRow } from "../data/user.ts";
import { type AreaName, areaOf, isGranted, permissionsFor } from "../domain/access/area.ts";
import { defaultSite, type PageSite } from "../domain/page/site.ts";
import { type Env, variablesOf } from "../env.ts";
import { type IpRange, isIp, isIpIn } from "../lib/wire/host_name.ts";
import type { Level, Permission } from "../schema/permission.ts";

export interface UserActor {
  kind: "user";
  user: UserRow;
  session: SessionRow;
  mustSetUpTwoFactor: boolean;
  /** Read from memory while the database is unavailable; read-only. */
  isRecalled?: boolean;
}

export interface TokenActor {
  kind: "token";
  id: number;
  name: string;
  permissions: readonly Permission[];
  isAssistant?: boolean;
}

interface GuestActor {
  kind: "guest";
}

export type Actor = UserActor | TokenActor | GuestActor;

interface Client {
  ip: string;
  userAgent: string;
}

export interface Context {
  env: Env;
  db: Db;
  now: number;
  actor: Actor;
  client: Client;
  origin: string;
  page: PageSite;
  unlockToken: string | null;
  waitUntil(work: Promise<unknown>): void;
  sessions: Map<string, Promise<UserActor | null>>;
}

export function createContext(
  env: Env,
  given: Pick<Context, "client" | "origin" | "waitUntil"> & {
    now?: number;
    actor?: Actor;
    page?: PageSite | undefined;
    unlockToken?: string | null;
  },
): Context {
  const { now = Date.now(), actor = { kind: "guest" }, unlockToken = null, ...rest } = given;
  const page = given.page ?? defaultSite(variablesOf(env).publicUrl);
  return { env, db: openDb(env.DB), now, actor, sessions: new Map(), unlockToken, ...rest, page };
}

export function userOf(context: Context): UserActor {
  if (context.actor.kind !== "user") throw new Error("this verb needs a signed-in user");
  return context.actor;
}

export function mayUse(context: Context, permission: Permission): boolean {
  const { actor } = context;
  if (actor.kind === "token") return isGranted(actor.permissions, permission);
  return actor.kind === "user" && (actor.user.role === "admin" || actor.user.role === "operator");
}

export function mayReach({ actor }: Context, area: AreaName, level: Level): boolean {
  if (actor.kind === "user") return areaOf(area).roles.includes(actor.user.role);
  if (actor.kind !== "token") return false;
  return permissionsFor(area, level).some((needed) => isGranted(actor.permissions, needed));
}

const LOOPBACK = "127.0.0.1";

interface Trust {
  trustedProxies: readonly IpRange[] | null;
}

export function clientIpOf({ headers, cf }: Request, { trustedProxies }: Trust): string {
  const connectingIp = headers.get("CF-Connecting-IP");
  if (!trustedProxies) return connectingIp ?? LOOPBACK;
  const peer = peerOf(cf);
  if (!isIpIn(peer, trustedProxies)) return peer;
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return connectingIp !== null && isIp(connectingIp) ? connectingIp : peer;
  return lastForeign(forwarded, peer, trustedProxies);
}

/** workerd sets the peer's address and port here; a request can't forge it. */
function peerOf(cf: Request["cf"]): string {
  const place = cf?.["clientIp"];
  const [, bracketed, bare] = /^(?:\[(.+)\]|([^:]+)):\d+$/.exec(typeof place === "string" ? place : "") ?? [];
  const ip = (bracketed ?? bare ?? "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIp(ip) ? ip : LOOPBACK;
}

/** Each proxy appends its peer, so the client may have forged anything further left. */
function lastForeign(forwarded: string, peer: string, trustedProxies: readonly IpRange[]): string {
  let found = peer;
  for (const text of forwarded.split(",").reverse()) {
    const ip = text.trim();
    if (!isIp(ip)) return found;
    found = ip;
    if (!isIpIn(ip, trustedProxies)) return found;
  }
  return found;
}
