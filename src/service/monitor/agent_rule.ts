import { findAgent } from "../../data/agent.ts";
import { isProbed } from "../../domain/monitor/rule.ts";
import { invalidField } from "../../lib/errors.ts";
import type { Context } from "../context.ts";

export async function checkAgent(
  { db }: Pick<Context, "db">,
  { agent, type }: { agent: string | null; type: string },
): Promise<void> {
  if (agent === null) return;
  if (!isProbed({ type }))
    throw invalidField("agent", `Agents can't check monitors of the type ${type}: leave agent out.`);
  if (!(await findAgent(db, agent))) throw invalidField("agent", `There is no agent with the key ${agent}.`);
}
