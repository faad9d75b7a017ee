import { z } from "zod";
import { formatDuration } from "../../lib/duration.ts";
import { listDeliveries } from "../../service/alert/delivery.ts";
import { mayReach } from "../../service/context.ts";
import { listIncidents } from "../../service/incident/incident.ts";
import { listMonitors } from "../../service/monitor/monitor.ts";
import { getDashboard } from "../../service/system/dashboard.ts";
import { summariseIncident } from "./incident_text.ts";
import { describeMonitor } from "./monitor_tools.ts";
import { getReferred, monitorRef } from "./reference.ts";
import { READS, type Tool, tool } from "./tool.ts";
import { asData, formatTime, joinLines, panelLink } from "./words.ts";

const problemsTool = tool({
  name: "get_current_problems",
  title: "What is wrong now",
  description:
    "Failing monitors, open incidents and drafts, current and upcoming maintenance, and warnings about the service itself. Start here.",
  area: "monitors",
  level: "read",
  hints: READS,
  input: z.strictObject({}),
  async run(context) {
    const { counts, failing, silent, incidents, maintenance, warnings } = await getDashboard(context);
    const counted = Object.entries(counts).filter(([, count]) => count > 0);
    const text = joinLines([
      counted.length === 0
        ? "There are no monitors."
        : `Monitors: ${counted.map(([status, count]) => `${count} ${status}`).join(", ")}.`,
      failing.length === 0 && "Nothing is failing.",
      ...failing.map(({ id, name, status, statusSince, message }) => {
        const since = statusSince === null ? "" : ` for ${formatDuration(context.now - statusSince)}`;
        return `#${id} ${name}: ${status}${since} ${message && asData(message)}`;
      }),
      silent.total > 0 && `Monitors whose alerts no channel receives: ${silent.total}.`,
      incidents?.length === 0 && "No open incident.",
      ...(incidents ?? []).map(
        ({ id, title, status, impact, draft, startedAt }) =>
          `Incident #${id} "${title}": ${draft ? "draft" : status}, ${impact}, since ${formatTime(startedAt)}`,
      ),
      ...(maintenance?.running ?? []).map(
        ({ id, name, endsAt }) => `Maintenance #${id} "${name}" runs until ${formatTime(endsAt)}`,
      ),
      ...(maintenance?.upcoming ?? []).map(
        ({ id, name, startsAt }) => `Maintenance #${id} "${name}" begins at ${formatTime(startsAt)}`,
      ),
      ...(warnings ?? []).map((part) => `Service: ${part.id} is ${part.state}. ${part.summary}`),
      panelLink(context),
    ]);
    return { text };
  },
});

const FOUND = 10;

const searchTool = tool({
  name: "search",
  title: "Search",
  description: "Finds monitors by name, key, address or tag, and incidents by title or text.",
  area: "monitors",
  level: "read",
  hints: READS,
  input: z.strictObject({ query: z.string().trim().min(1).max(200) }),
  async run(context, { query: search }) {
    const [monitors, incidents] = await Promise.all([
      listMonitors(context, { search }),
      mayReach(context, "incidents", "read") ? listIncidents(context, { search, limit: FOUND }) : null,
    ]);
    const rest = monitors.length - FOUND;
    const text = joinLines([
      monitors.length === 0 && "No monitor matches.",
      ...monitors.slice(0, FOUND).map((monitor) => describeMonitor(context, monitor)),
      rest > 0 && `${rest} more monitors: use a longer search text.`,
      incidents?.total === 0 && "No incident matches.",
      ...(incidents?.items ?? []).map(summariseIncident),
    ]);
    return { text };
  },
});

const alertsTool = tool({
  name: "list_alerts",
  title: "Who was alerted, and why not",
  description:
    "The latest alerts with their channel, status and the reason if one was held or suppressed, newest first.",
  area: "channels",
  level: "read",
  hints: READS,
  input: z.strictObject({
    monitor: monitorRef.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  async run(context, { monitor: ref, limit }) {
    const monitor = ref === undefined ? null : await getReferred(context, ref);
    const { items, total } = await listDeliveries(context, {
      limit,
      ...(monitor && { monitorId: monitor.id }),
    });
    const lines = items.map((one) => {
      const why = one.reason ? ` because of ${one.reason}` : "";
      const held = one.heldUntil === null ? "" : `, held until ${formatTime(one.heldUntil)}`;
      const error = one.lastError ? ` ${asData(one.lastError)}` : "";
      return `${formatTime(one.createdAt)} ${one.eventType} of ${one.monitorName || "the service"} to ${one.channelName} (${one.channelType}): ${one.status}${why}${held}${error}`;
    });
    const text = joinLines([
      monitor?.alertsNobody && `No enabled channel receives the alerts of ${monitor.name}.`,
      monitor?.acknowledgement && `${monitor.name} is acknowledged by ${monitor.acknowledgement.by}.`,
      lines.length === 0 ? "No alerts." : `${items.length} of ${total}:`,
      ...lines,
      panelLink(context, "/deliveries"),
    ]);
    return { text };
  },
});

export const overviewTools: readonly Tool[] = [problemsTool, searchTool, alertsTool];
