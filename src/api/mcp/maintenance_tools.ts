import { z } from "zod";
import { invalid } from "../../lib/errors.ts";
import { type NewMaintenance, newMaintenance } from "../../schema/maintenance.ts";
import type { Context } from "../../service/context.ts";
import { createMaintenance, findMaintenanceProblem } from "../../service/incident/maintenance.ts";
import { describeMonitors } from "../../service/monitor/names.ts";
import { describeAudience } from "./audience.ts";
import { isoTime, listReferred, monitorRef } from "./reference.ts";
import { ADDS_OUTSIDE, type Tool } from "./tool.ts";
import { twoCalls } from "./two_calls.ts";
import { formatTime, joinLines, panelLink } from "./words.ts";

const input = {
  name: newMaintenance.shape.name.meta({ description: "What visitors read, in a few words." }),
  description: newMaintenance.shape.description,
  startsAt: isoTime,
  endsAt: isoTime,
  monitors: z
    .array(monitorRef)
    .max(100)
    .default([])
    .meta({ description: "The affected monitors. Empty: all monitors." }),
};
type Input = z.output<z.ZodObject<typeof input>>;

async function toWanted(context: Context, { monitors, ...given }: Input): Promise<NewMaintenance> {
  const monitorIds = (await listReferred(context, monitors)).map(({ id }) => id);
  const wanted = newMaintenance.parse({
    ...given,
    startsAt: Date.parse(given.startsAt),
    endsAt: Date.parse(given.endsAt),
    monitorIds,
    allMonitors: monitorIds.length === 0,
  });
  const problem = findMaintenanceProblem(wanted);
  if (problem) throw invalid(problem.message, [problem]);
  return wanted;
}

const scheduleTool = twoCalls({
  name: "schedule_maintenance",
  title: "Schedule maintenance",
  description:
    "Schedules a maintenance window. It shows on the status page, and failures during it send no alerts.",
  area: "maintenance",
  level: "write",
  hints: ADDS_OUTSIDE,
  notifying: "choice",
  input,
  async preview(context, given) {
    const { name, description, startsAt, endsAt, monitorIds, allMonitors } = await toWanted(context, given);
    const text = joinLines([
      `Maintenance "${name}" from ${formatTime(startsAt)} to ${formatTime(endsAt)}`,
      description,
      allMonitors ? "Every monitor." : `Monitors: ${await describeMonitors(context, monitorIds)}`,
      await describeAudience(context, {
        type: "maintenance.scheduled",
        monitorIds,
        isPageWide: allMonitors,
        pageKeys: [],
      }),
    ]);
    return { text };
  },
  async run(context, given, notify) {
    const wanted = await toWanted(context, given);
    const { id, name } = await createMaintenance(context, { ...wanted, notifySubscribers: notify });
    const note = notify ? "Subscribers are being notified." : "No one is notified.";
    const link = panelLink(context, `/maintenance/${id}`);
    return { text: joinLines([`Maintenance #${id} "${name}" is scheduled.`, note, link]), data: { id } };
  },
});

export const maintenanceTools: readonly Tool[] = [scheduleTool];
