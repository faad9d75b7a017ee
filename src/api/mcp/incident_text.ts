import type { Incident } from "../../schema/incident.ts";
import type { Context } from "../../service/context.ts";
import { describeMonitors } from "../../service/monitor/names.ts";
import { formatTime, joinLines } from "./words.ts";

type Summarised = Pick<Incident, "id" | "title" | "draft" | "status" | "impact" | "startedAt" | "resolvedAt">;

export function summariseIncident(incident: Summarised): string {
  const { id, title, draft, status, impact, startedAt, resolvedAt } = incident;
  const end = resolvedAt === null ? "" : `, resolved ${formatTime(resolvedAt)}`;
  return `Incident #${id} "${title}": ${draft ? "draft" : status}, ${impact}, since ${formatTime(startedAt)}${end}`;
}

export async function describeIncident(context: Context, incident: Incident): Promise<string> {
  const monitors = await describeMonitors(context, incident.monitorIds);
  return joinLines([
    summariseIncident(incident),
    incident.pageWide ? "About the whole page." : `Monitors: ${monitors || "none"}`,
    ...incident.updates.map(
      ({ status, postedAt, publishAt, body }) =>
        `${formatTime(publishAt ?? postedAt)} ${status}${publishAt === null ? "" : " (planned)"}: ${body}`,
    ),
  ]);
}
