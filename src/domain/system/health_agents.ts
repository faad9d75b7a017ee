import { plural } from "../../lib/plural.ts";
import { type Finding, failing, isOff, warning, well } from "./health_part.ts";

interface AgentFacts {
  total: number;
  away: readonly { message: string; monitors: number }[];
}

export function judgeAgents({ total, away }: AgentFacts): Finding {
  if (total === 0) return isOff("There are no agents.");
  if (away.length === 0) return well("Every agent that monitors need is connected.");
  const pending = plural(
    away.reduce((sum, { monitors }) => sum + monitors, 0),
    "monitor is",
    "monitors are",
  );
  const summary = `${away.map(({ message }) => message).join(" ")} ${pending} pending.`;
  const advice = "Start the agent again, or look at its log.";
  return away.length === total ? failing(summary, advice) : warning(summary, advice);
}
