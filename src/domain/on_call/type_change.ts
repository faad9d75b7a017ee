import type { Problem } from "../../lib/errors.ts";
import { ON_CALL } from "../../schema/on_call_channel.ts";

/** Open alerts of on-call channels have people and steps, those of others don't: a change would lose them. */
export function findTypeChangeProblem(before: string, after: string): Problem | null {
  if (before === after || ![before, after].includes(ON_CALL)) return null;
  const message = "The type can't change to or from on_call: add another channel.";
  return { path: "type", message };
}
