import { permissionsFor } from "../../domain/access/area.ts";
import { AppError } from "../../lib/errors.ts";
import { joinOr } from "../../lib/join_or.ts";
import { type Context, mayReach } from "../../service/context.ts";
import { checkShape } from "../body.ts";
import { configTools } from "./config_tools.ts";
import { incidentTools } from "./incident_tools.ts";
import { maintenanceTools } from "./maintenance_tools.ts";
import { monitorTools } from "./monitor_tools.ts";
import { overviewTools } from "./overview_tools.ts";
import { describeTool, type Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  ...overviewTools,
  ...monitorTools,
  ...incidentTools,
  ...maintenanceTools,
  ...configTools,
];

export function listTools(context: Context): Record<string, unknown>[] {
  return TOOLS.filter((one) => isReachable(context, one)).map(describeTool);
}

function isReachable(context: Context, { area, otherAreas = [], level }: Tool): boolean {
  return [area, ...otherAreas].some((one) => mayReach(context, one, level));
}

export function findTool(context: Context, name: string): Tool | string | null {
  const found = TOOLS.find((one) => one.name === name);
  if (!found) return null;
  if (isReachable(context, found)) return found;
  const { area, otherAreas = [], level } = found;
  const needed = new Set([area, ...otherAreas].flatMap((one) => permissionsFor(one, level)));
  return `This API token needs the ${joinOr([...needed])} permission.`;
}

/** A refusal is a result that the assistant reads and can correct. */
export async function callTool(
  context: Context,
  { input, run }: Tool,
  given: unknown,
): Promise<Record<string, unknown>> {
  try {
    const { text, data } = await run(context, checkShape(input, given ?? {}));
    return { content: [{ type: "text", text }], ...(data && { structuredContent: data }), isError: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "internal") throw error;
    const problems = error.detail.problems ?? [];
    const all = problems.length > 1 ? problems.map(({ path, message }) => `${path}: ${message}`) : [];
    const isFirst = all[0] !== undefined && error.message.startsWith(all[0]);
    const lines = isFirst ? all : [error.message, ...all];
    return { content: [{ type: "text", text: lines.join("\n") }], isError: true };
  }
}
