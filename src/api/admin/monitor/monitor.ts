import { z } from "zod";
import { describeConfig } from "../../../check/check_type.ts";
import { CHECK_TYPES } from "../../../check/registry.ts";
import { shortMonitor } from "../../../schema/listed_monitor.ts";
import {
  dependencies,
  dependenciesChange,
  heartbeatUrl,
  manualStatus,
  monitor,
  monitorChange,
  monitorClone,
  monitorQuery,
  monitorType,
  newMonitor,
} from "../../../schema/monitor.ts";
import { monitorBulk, monitorBulkAnswer } from "../../../schema/monitor_bulk.ts";
import { glanceQuery, monitorGlance } from "../../../schema/monitor_glance.ts";
import {
  history,
  historyQuery,
  lastChecks,
  lastChecksQuery,
  timeline,
  timelineQuery,
} from "../../../schema/monitor_history.ts";
import { checkAnswer, checkNowQuery, monitorTest, monitorTestAnswer } from "../../../schema/monitor_trial.ts";
import { openMonitorStream } from "../../../service/announce/live.ts";
import { findMonitorConfigProblems } from "../../../service/config/problems.ts";
import { updateMonitors } from "../../../service/monitor/bulk.ts";
import { cloneMonitor } from "../../../service/monitor/clone.ts";
import { getDependencies, updateMonitorDependencies } from "../../../service/monitor/dependencies.ts";
import { getLastChecks } from "../../../service/monitor/last_checks.ts";
import { updateManualStatus } from "../../../service/monitor/manual_status.ts";
import {
  createMonitor,
  getMonitor,
  listMonitors,
  listShortMonitors,
  removeMonitor,
  resetHeartbeat,
  updateMonitor,
  updateMonitorPaused,
} from "../../../service/monitor/monitor.ts";
import { checkMonitorNow, testMonitor } from "../../../service/monitor/trial.ts";
import { listGlances } from "../../../service/uptime/glance.ts";
import { getHistory, getTimeline } from "../../../service/uptime/history.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/monitors";
const area = "monitors";

export const monitorRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List monitors by name",
    query: monitorQuery,
    answer: { status: 200, schema: z.array(monitor) },
    handle: async ({ context, query }) => await listMonitors(context, query),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Add a monitor",
    description: "It is checked at once.",
    body: newMonitor,
    findMoreProblems: findMonitorConfigProblems,
    answer: { status: 201, schema: monitor },
    refuses: { 409: "The key is taken." },
    handle: async ({ context, body }) => await createMonitor(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/types`,
    area,
    summary: "List the monitor types and the settings of each",
    answer: { status: 200, schema: z.array(monitorType) },
    handle: async () =>
      CHECK_TYPES.map((type) => ({
        type: type.type,
        label: type.label,
        hasResponseTime: type.hasResponseTime,
        schema: describeConfig(type),
      })),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/events`,
    area,
    summary: "Follow every check as it ends",
    description:
      "A stream of server-sent events: hello, check, monitor.created, monitor.updated, monitor.deleted, and lists with the names of the panel's lists that have changed.",
    answer: { status: 200, type: "text/event-stream", schema: z.string() },
    handle: async ({ context, request }) => await openMonitorStream(context, request),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/short`,
    area,
    summary: "List monitors by name with the fields that a list shows",
    description:
      "Much smaller and faster than the full list. Fields that are empty, false or null are omitted.",
    answer: { status: 200, schema: z.array(shortMonitor) },
    handle: async ({ context }) => await listShortMonitors(context),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/glances`,
    area,
    summary: "Read uptime and last checks of the monitors in a list",
    description: "By name. Empty ones are omitted.",
    query: glanceQuery,
    answer: { status: 200, schema: z.array(monitorGlance) },
    handle: async ({ context, query }) => await listGlances(context, query.ids),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Try a configuration without saving it",
    body: monitorTest,
    answer: { status: 200, schema: monitorTestAnswer },
    handle: async ({ context, body }) => await testMonitor(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/bulk`,
    area,
    summary: "Change or delete many monitors: all of them or none",
    description:
      "Those with these ids, or all that match a filter. Tags and channels are added to what is there, or removed from it. Linking channels takes channels:write.",
    body: monitorBulk,
    problemRoot: "change",
    answer: { status: 200, schema: monitorBulkAnswer },
    handle: async ({ context, body }) => await updateMonitors(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Read a monitor",
    answer: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await getMonitor(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area,
    summary: "Change a monitor",
    description: "A config replaces the whole config. A new type needs a new config.",
    body: monitorChange,
    findMoreProblems: findMonitorConfigProblems,
    answer: { status: 200, schema: monitor },
    handle: async ({ context, id, body: { key: _, ...change } }) => await updateMonitor(context, id, change),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area,
    summary: "Delete a monitor and its history",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeMonitor(context, id),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/dependencies`,
    area,
    summary: "Read which monitors this one depends on",
    answer: { status: 200, schema: dependencies },
    handle: async ({ context, id }) => await getDependencies(context, id),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/dependencies`,
    area,
    summary: "Change which monitors this one depends on",
    body: dependenciesChange,
    answer: { status: 200, schema: dependencies },
    handle: async ({ context, id, body }) => await updateMonitorDependencies(context, id, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/pause`,
    area,
    summary: "Stop checking a monitor",
    answer: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await updateMonitorPaused(context, id, true),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/resume`,
    area,
    summary: "Check a paused monitor again",
    answer: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await updateMonitorPaused(context, id, false),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/check-now`,
    area,
    summary: "Check a monitor now",
    description:
      "With `from=all`, the check also runs in each of the monitor's `locations`, and the response includes their results.",
    query: checkNowQuery,
    answer: { status: 200, schema: checkAnswer },
    refuses: {
      409: "The monitor is paused, or its results are pushed.",
      503: "The check could not be made, for one because a vault did not answer: nothing is counted.",
    },
    handle: async ({ context, id, query }) => await checkMonitorNow(context, id, query.from),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/clone`,
    area,
    summary: "Add a monitor like this one",
    description:
      "Omitted fields are copied from this one, with the same monitors, channels and actions as far as the caller may link them. Secrets are kept where a config is left out, or has their masks and goes to the same place. It is checked at once.",
    body: monitorClone,
    answer: { status: 201, schema: monitor },
    refuses: { 409: "The key is taken." },
    handle: async ({ context, id, body }) => await cloneMonitor(context, id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/status`,
    area,
    summary: "Set the status of a manual monitor",
    description: "It holds until it is set again; alerts, history and uptime are those of a check.",
    body: manualStatus,
    answer: { status: 200, schema: monitor },
    refuses: { 409: "It is no manual monitor, or paused.", 503: "It could not be taken now." },
    handle: async ({ context, id, body }) => await updateManualStatus(context, id, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/reset-token`,
    area,
    summary: "Give a webhook monitor a new heartbeat address",
    answer: { status: 200, schema: heartbeatUrl },
    refuses: { 409: "It is no webhook monitor." },
    handle: async ({ context, id }) => await resetHeartbeat(context, id),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/history`,
    area,
    summary: "Read response times and uptime of the last hours",
    query: historyQuery,
    answer: { status: 200, schema: history },
    handle: async ({ context, id, query }) => await getHistory(context, id, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/checks`,
    area,
    summary: "Read the last single checks, and why it failed last",
    query: lastChecksQuery,
    answer: { status: 200, schema: lastChecks },
    handle: async ({ context, id, query }) => await getLastChecks(context, id, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/timeline`,
    area,
    summary: "Read the confirmed states of a time",
    query: timelineQuery,
    answer: { status: 200, schema: timeline },
    handle: async ({ context, id, query }) => await getTimeline(context, id, query),
  }),
];
