import { variablesOf } from "../../env.ts";
import type { Context } from "../context.ts";

export function toAbsolute({ env, origin }: Pick<Context, "env" | "origin">, address: string): string {
  return address.startsWith("/") ? `${variablesOf(env).publicUrl ?? origin}${address}` : address;
}
