import { confirmSecretKey, type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";

export async function findWrongKey(env: Env): Promise<string[]> {
  if (variablesOf(env).secretKeys === null) return [];
  try {
    await confirmSecretKey(env);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log("error", error.message);
    return [error.message];
  }
}
