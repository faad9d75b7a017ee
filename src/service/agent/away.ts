import { countMonitorsOfAgents } from "../../data/agent.ts";
import { describeAway } from "../../domain/agent/away.ts";
import type { AgentLack } from "../../objects/agent.ts";
import type { AwayAgent } from "../../schema/dashboard.ts";
import { glanceAtAgent } from "../announce/agent.ts";
import type { Context } from "../context.ts";
import { readOrLast } from "../record/last_rows.ts";

export interface LackingAgent {
  key: string;
  name: string;
  lacks: readonly AgentLack[];
}

interface AgentsSeen {
  total: number;
  away: AwayAgent[];
  lacking: LackingAgent[];
}

/** Works from memory while the database is away. */
export async function lookAtAgents({ db, env }: Pick<Context, "db" | "env">): Promise<AgentsSeen> {
  const agents = await readOrLast(env.DB, "agents", () => countMonitorsOfAgents(db));
  const seen = await Promise.all(
    agents.map(async (agent) => ({ ...agent, glance: await glanceAtAgent(env, agent.key) })),
  );
  const away = seen.flatMap(({ key, name, monitors, glance }) => {
    if (monitors === 0 || glance?.status === "online") return [];
    const since = glance?.since ?? null;
    return [{ key, name, monitors, since, message: describeAway(name, since) }];
  });
  const lacking = seen.flatMap(({ key, name, glance }) => {
    const lacks = glance?.processes[0]?.lacks ?? [];
    return lacks.length > 0 ? [{ key, name, lacks }] : [];
  });
  return { total: agents.length, away, lacking };
}
