import { findAgent } from "../../data/agent.ts";
import { findAgentProblem } from "../../domain/monitor/agent_rule.ts";
import { isProbed } from "../../domain/monitor/rule.ts";
import type { Config } from "../../lib/config.ts";
import { invalid, invalidField } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { typeOf } from "./config.ts";

interface CheckedMonitor {
  agent: string | null;
  type: string;
  config: Config;
  locations: readonly string[];
}

export async function checkAgent(
  { db }: Pick<Context, "db">,
  { agent, type, config, locations }: CheckedMonitor,
): Promise<void> {
  const reason = typeOf(type).findAgentReason?.(config) ?? null;
  const problem = findAgentProblem({ reason, agent, locations });
  if (problem) throw invalid(problem.message, [problem]);
  if (agent === null) return;
  if (!isProbed({ type }))
    throw invalidField("agent", `Agents can't check monitors of the type ${type}: leave agent out.`);
  if (!(await findAgent(db, agent))) throw invalidField("agent", `There is no agent with the key ${agent}.`);
}
