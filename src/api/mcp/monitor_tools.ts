import { z } from "zod";
import { formatDuration } from "../../lib/duration.ts";
import { plural } from "../../lib/plural.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { Monitor } from "../../schema/monitor.ts";
import { monitorTest } from "../../schema/monitor_trial.ts";
import type { MonitorReport } from "../../schema/report.ts";
import { acknowledge } from "../../service/alert/acknowledgement.ts";
import type { Context } from "../../service/context.ts";
import { getLastChecks } from "../../service/monitor/last_checks.ts";
import { checkMonitorNow, testMonitor } from "../../service/monitor/trial.ts";
import { getTimeline } from "../../service/uptime/history.ts";
import { openUptimeReport } from "../../service/uptime/report.ts";
import { getReferred, isoTime, listReferred, monitorRef } from "./reference.ts";
import { ADDS_OUTSIDE, READS, type Tool, tool } from "./tool.ts";
import { asData, formatTime, joinLines, panelLink } from "./words.ts";

const MOST_LINES = 50;

const getMonitorTool = tool({
  name: "get_monitor",
  title: "Monitor",
  description: "One monitor: status, last failure step by step, and its outages of the last 7 days.",
  area: "monitors",
  level: "read",
  hints: READS,
  input: z.strictObject({ monitor: monitorRef }),
  async run(context, input) {
    const monitor = await getReferred(context, input.monitor);
    const [{ failure }, timeline] = await Promise.all([
      getLastChecks(context, monitor.id, { limit: 1 }),
      getTimeline(context, monitor.id, { from: context.now - 7 * DAY_MS }),
    ]);
    const outages = timeline.filter(({ state }) => state !== "up").slice(-10);
    const text = joinLines([
      describeMonitor(context, monitor),
      monitor.acknowledgement &&
        `Acknowledged by ${monitor.acknowledgement.by} at ${formatTime(monitor.acknowledgement.at)}.`,
      monitor.alertsNobody && "No enabled channel receives its alerts.",
      failure && `Last failure: ${failure.status} at ${formatTime(failure.at)}: ${asData(failure.message)}`,
      ...(failure?.steps ?? []).map(
        ({ label, status, detail, durationMs }) =>
          `  ${label}: ${status}, ${Math.round(durationMs)} ms ${detail && asData(detail)}`,
      ),
      outages.length === 0 ? "No outage in the last 7 days." : "Last 7 days:",
      ...outages.map(
        ({ state, from, to, message }) =>
          `  ${state} from ${formatTime(from)} to ${to === null ? "now" : formatTime(to)} (${formatDuration((to ?? context.now) - from)}) ${message && asData(message)}`,
      ),
      panelLink(context, `/monitors/${monitor.id}`),
    ]);
    return { text };
  },
});

export function describeMonitor(context: Context, monitor: Monitor): string {
  const { id, name, type, address, currentStatus, paused, statusSince, message, intervalSecs } = monitor;
  const since = statusSince === null ? "" : ` for ${formatDuration(context.now - statusSince)}`;
  const status = paused ? "paused" : `${currentStatus}${since}`;
  const failing = !paused && currentStatus !== "up" && message ? ` ${asData(message)}` : "";
  return `#${id} ${name} (${type}, ${address || "no address"}, every ${intervalSecs} s): ${status}${failing}`;
}

const getUptimeTool = tool({
  name: "get_uptime",
  title: "Uptime of a range",
  description: "Uptime, downtime and outages of monitors in a range of up to 366 days, worst first.",
  area: "reports",
  level: "read",
  hints: READS,
  input: z.strictObject({
    monitors: z.array(monitorRef).max(50).optional().meta({ description: "All monitors by default." }),
    from: isoTime.optional().meta({ description: "30 days before `to` by default." }),
    to: isoTime.optional().meta({ description: "Now by default." }),
  }),
  async run(context, { monitors, from, to }) {
    const chosen = monitors ? await listReferred(context, monitors) : undefined;
    const { reports, ...span } = await openUptimeReport(context, {
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      monitorIds: chosen?.map(({ id }) => id),
      granularity: "total",
      timezone: "UTC",
    });
    const all: MonitorReport[] = [];
    for await (const report of reports) all.push(report);
    const sorted = all.toSorted((a, b) => (a.uptime ?? 2) - (b.uptime ?? 2));
    const lines = sorted.slice(0, MOST_LINES).map(({ id, name, uptime, seconds, outages }) => {
      const percent = uptime === null ? "no data" : `${(uptime * 100).toFixed(3)}%`;
      return `#${id} ${name}: ${percent}, down ${formatDuration(seconds.down * 1000)}, ${plural(outages, "outage")}`;
    });
    const text = joinLines([
      `${formatTime(span.from)} to ${formatTime(span.to)}`,
      ...lines,
      all.length > MOST_LINES && `${all.length - MOST_LINES} more, all better.`,
      panelLink(context, "/reports"),
    ]);
    return { text };
  },
});

const acknowledgeTool = tool({
  name: "acknowledge_alert",
  title: "Acknowledge a failure",
  description:
    "Acknowledges an alert. Reminders and escalations stop until the monitor recovers, and everyone who was alerted is notified.",
  area: "monitors",
  level: "write",
  hints: ADDS_OUTSIDE,
  input: z.strictObject({
    monitor: monitorRef,
    note: z.string().max(500).default("").meta({ description: "One line for the team." }),
  }),
  async run(context, { monitor: ref, note }) {
    const { id } = await getReferred(context, ref);
    const { name } = await acknowledge(context, id, { note, untilMs: null });
    return { text: joinLines([`#${id} ${name} is acknowledged.`, panelLink(context, `/monitors/${id}`)]) };
  },
});

const checkTool = tool({
  name: "check_monitor",
  title: "Check a monitor now",
  description:
    "Runs a check now. It counts like a scheduled check: it can confirm a failure and send alerts.",
  area: "monitors",
  level: "write",
  hints: ADDS_OUTSIDE,
  input: z.strictObject({ monitor: monitorRef }),
  async run(context, input) {
    const { id, name } = await getReferred(context, input.monitor);
    const { status, responseMs, message } = await checkMonitorNow(context, id, "home");
    const ms = responseMs === null ? "" : ` in ${Math.round(responseMs)} ms`;
    return { text: joinLines([`#${id} ${name}: ${status}${ms} ${message && asData(message)}`]) };
  },
});

const testTool = tool({
  name: "test_monitor",
  title: "Test a configuration",
  description:
    "Tests the settings of a monitor without saving or recording anything. config has the same fields as in the API, such as { url } for https or { host, port } for tcp.",
  area: "monitors",
  level: "write",
  hints: ADDS_OUTSIDE,
  input: z.strictObject({
    type: z.string().max(40).meta({ description: "Such as https, tcp, dns, postgresql." }),
    config: z.record(z.string(), z.unknown()),
    timeoutMs: monitorTest.shape.timeoutMs,
    agent: monitorTest.shape.agent,
  }),
  async run(context, input) {
    const tried = await testMonitor(context, { ...input, locations: [] });
    const steps = tried.steps.map(
      ({ label, status, detail, durationMs }) =>
        `  ${label}: ${status}, ${Math.round(durationMs)} ms ${detail && asData(detail)}`,
    );
    const { overall, totalMs, message } = tried;
    const text = joinLines([
      `${overall} in ${Math.round(totalMs)} ms ${message && asData(message)}`,
      ...steps,
      "Nothing was saved.",
    ]);
    return { text };
  },
});

export const monitorTools: readonly Tool[] = [
  getMonitorTool,
  getUptimeTool,
  acknowledgeTool,
  checkTool,
  testTool,
];
