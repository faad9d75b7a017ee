import { AppError } from "../../lib/errors.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import type { Context } from "../context.ts";
import { gateOf, refuseUnless } from "./gate.ts";

const SIGN_UP = { name: "sign-up", max: 5, windowMs: 15 * MINUTE_MS };

/** Counts by client network before reading; a request rejected while reading is given back. */
export async function countSignUp<T>(context: Context, read: () => Promise<T>): Promise<T> {
  const gate = gateOf(context);
  refuseUnless(await gate.take(SIGN_UP));
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) await gate.giveBack(SIGN_UP.name);
    throw error;
  }
}
