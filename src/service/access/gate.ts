import type { Env } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { networkOf } from "../../lib/network.ts";
import { plural } from "../../lib/plural.ts";
import type { GateObject, Limit, Pass } from "../../objects/gate.ts";
import { type Context, userOf } from "../context.ts";

const QUARTER_HOUR_MS = 15 * 60_000;

/** `sso` is counted separately: other sites can send a browser there and must not lock out its password sign-in. */
const SIGN_IN = {
  password: { name: "sign-in", max: 10, windowMs: QUARTER_HOUR_MS },
  sso: { name: "single-sign-on", max: 10, windowMs: QUARTER_HOUR_MS },
} as const satisfies Record<string, Limit>;
export type SignInWay = keyof typeof SIGN_IN;
const SET_UP: Limit = { name: "set-up", max: 10, windowMs: QUARTER_HOUR_MS };
const SENSITIVE: Omit<Limit, "name"> = { max: 5, windowMs: QUARTER_HOUR_MS };

export function gateOf(context: Context): DurableObjectStub<GateObject> {
  return gateNamed(context.env, `client:${networkOf(context.client.ip)}`);
}

export async function takeSignIn(context: Context, way: SignInWay): Promise<Pass> {
  return await gateOf(context).take(SIGN_IN[way]);
}

export async function limitSetUp(context: Context): Promise<void> {
  refuseUnless(await gateOf(context).take(SET_UP));
}

export function limitSensitive(name: string): (context: Context) => Promise<void> {
  return async (context) => {
    const gate = gateOfUser(context.env, userOf(context).user.id);
    refuseUnless(await gate.take({ name, ...SENSITIVE }));
  };
}

export function refuseUnless(pass: Pass): void {
  if (pass.ok) return;
  const minutes = Math.ceil(pass.retryAfterSecs / 60);
  throw new AppError("too_many", `Too many attempts: try again in ${plural(minutes, "minute")}.`, {
    retryAfterSecs: pass.retryAfterSecs,
  });
}

export function gateOfUser(env: Env, userId: number): DurableObjectStub<GateObject> {
  return gateNamed(env, `user:${userId}`);
}

export function gateNamed(env: Env, name: string): DurableObjectStub<GateObject> {
  return env.GATE.get(env.GATE.idFromName(name));
}
