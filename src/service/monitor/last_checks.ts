import { variablesOf } from "../../env.ts";
import type { LastChecks } from "../../schema/monitor_history.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { getRow } from "./monitor_edit.ts";

export async function getLastChecks(
  context: Context,
  id: number,
  { limit }: { limit: number },
): Promise<LastChecks> {
  await getRow(context, id);
  const checks = (await watchFor(context.env, id).lastChecks(id, limit)) as Omit<LastChecks, "isOneMachine">;
  return { ...checks, isOneMachine: variablesOf(context.env).runsLocally };
}
