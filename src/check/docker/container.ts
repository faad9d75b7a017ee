import { getAt } from "../../lib/at_path.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import { CheckFault } from "../fault.ts";
import { quote } from "../quote.ts";

interface ContainerJudgement {
  status: CheckStatus;
  message: string;
}

export function judgeContainer(document: Record<string, unknown>): ContainerJudgement {
  const state = getAt(document, ["State", "Status"]);
  if (typeof state !== "string") {
    const message = "The response has no container state: check that the endpoint is a Docker engine's API.";
    throw new CheckFault("protocol", message);
  }
  if (state !== "running") return { status: "down", message: describeStopped(document, state) };
  const health = getAt(document, ["State", "Health", "Status"]);
  if (health === "unhealthy") return { status: "down", message: describeUnhealthy(document) };
  if (health === "starting") {
    return {
      status: "degraded",
      message: "The container is running, and its health check is still starting.",
    };
  }
  const isHealthy = health === "healthy" ? " and healthy" : "";
  return { status: "up", message: `The container is running${isHealthy}.` };
}

function describeStopped(document: Record<string, unknown>, state: string): string {
  const code = getAt(document, ["State", "ExitCode"]);
  const isOver = state !== "paused" && state !== "created";
  const exit = isOver && typeof code === "number" ? `, with exit code ${code}` : "";
  const memory = isOver && getAt(document, ["State", "OOMKilled"]) === true ? ", out of memory" : "";
  const error = getAt(document, ["State", "Error"]);
  const why = typeof error === "string" && error !== "" ? `: ${quote(error)}` : "";
  return `The container isn't running, its state is ${quote(state)}${exit}${memory}${why}.`;
}

function describeUnhealthy(document: Record<string, unknown>): string {
  const log = getAt(document, ["State", "Health", "Log"]);
  const output: unknown = getAt({ last: Array.isArray(log) ? log.at(-1) : null }, ["last", "Output"]);
  const said = typeof output === "string" && output.trim() !== "" ? `: ${quote(output)}` : "";
  return `The container is running and unhealthy${said}.`;
}
