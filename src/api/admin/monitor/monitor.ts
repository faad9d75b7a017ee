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
import { monitorBulk, monitorBulkResponse } from "../../../schema/monitor_bulk.ts";
import { glanceQuery, monitorGlance } from "../../../schema/monitor_glance.ts";
import {
  history,
  historyQuery,
  lastChecks,
  lastChecksQuery,
  timeline,
  timelineQuery,
} from "../../../schema/monitor_history.ts";
import {
  checkNowQuery,
  checkResponse,
  monitorTest,
  monitorTestResponse,
} from "../../../schema/monitor_trial.ts";
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
  removeMonitor,
  resetHeartbeat,
  updateMonitor,
  updateMonitorPaused,
  writeShortMonitors,
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
    response: { status: 200, schema: z.array(monitor) },
    handle: async ({ context, query }) => await listMonitors(context, query),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Create a monitor",
    description: "The first check runs immediately.",
    body: newMonitor,
    findMoreProblems: findMonitorConfigProblems,
    response: { status: 201, schema: monitor },
    refuses: { 409: "The key is already in use." },
    handle: async ({ context, body }) => await createMonitor(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/types`,
    area,
    summary: "List monitor types and their settings",
    response: { status: 200, schema: z.array(monitorType) },
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
    summary: "Stream check results",
    description:
      "Server-sent events: `hello`, `check`, `monitor.created`, `monitor.updated`, `monitor.deleted`, and `lists` with the names of the panel's lists that changed.",
    response: { status: 200, type: "text/event-stream", schema: z.string() },
    handle: async ({ context, request }) => await openMonitorStream(context, request),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/short`,
    area,
    summary: "List monitors with the fields that a list shows",
    description:
      "By id. Much smaller and faster than the full list. Fields that are empty, false or null are omitted.",
    response: { status: 200, schema: z.array(shortMonitor) },
    handle: async ({ context, headers }) => {
      headers.set("Content-Type", "application/json");
      headers.set("Cache-Control", "no-store");
      return new Response(await writeShortMonitors(context), { headers });
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/glances`,
    area,
    summary: "Get the uptime and recent checks of several monitors",
    description: "Sorted by name. Empty ones are omitted.",
    query: glanceQuery,
    response: { status: 200, schema: z.array(monitorGlance) },
    handle: async ({ context, query }) => await listGlances(context, query.ids),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Test a monitor configuration without saving it",
    body: monitorTest,
    response: { status: 200, schema: monitorTestResponse },
    handle: async ({ context, body }) => await testMonitor(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/bulk`,
    area,
    summary: "Update or delete several monitors, all or nothing",
    description:
      "Selects monitors by ids or by a filter. Tags and channels are added to or removed from the existing ones. Linking channels requires `channels:write`.",
    body: monitorBulk,
    problemRoot: "change",
    response: { status: 200, schema: monitorBulkResponse },
    handle: async ({ context, body }) => await updateMonitors(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Get a monitor",
    response: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await getMonitor(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area,
    summary: "Update a monitor",
    description: "`config` is replaced entirely. A new `type` requires a new `config`.",
    body: monitorChange,
    findMoreProblems: findMonitorConfigProblems,
    response: { status: 200, schema: monitor },
    handle: async ({ context, id, body: { key: _, ...change } }) => await updateMonitor(context, id, change),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area,
    summary: "Delete a monitor and its history",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeMonitor(context, id),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/dependencies`,
    area,
    summary: "List the monitors a monitor depends on",
    response: { status: 200, schema: dependencies },
    handle: async ({ context, id }) => await getDependencies(context, id),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/dependencies`,
    area,
    summary: "Set which monitors a monitor depends on",
    body: dependenciesChange,
    response: { status: 200, schema: dependencies },
    handle: async ({ context, id, body }) => await updateMonitorDependencies(context, id, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/pause`,
    area,
    summary: "Pause a monitor",
    response: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await updateMonitorPaused(context, id, true),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/resume`,
    area,
    summary: "Resume a monitor",
    response: { status: 200, schema: monitor },
    handle: async ({ context, id }) => await updateMonitorPaused(context, id, false),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/check-now`,
    area,
    summary: "Check a monitor now",
    description:
      "With `from=all`, the check also runs from each of the monitor's regions, and the response has a result for each.",
    query: checkNowQuery,
    response: { status: 200, schema: checkResponse },
    refuses: {
      409: "The monitor is paused, or its type receives results instead of running checks.",
      503: "The check couldn't run, for example because a vault is unavailable. No result is recorded.",
    },
    handle: async ({ context, id, query }) => await checkMonitorNow(context, id, query.from),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/clone`,
    area,
    summary: "Copy a monitor",
    description:
      "Omitted fields are copied, with the dependencies, channels and actions that the caller can link. Secrets are copied if `config` is omitted, or if it has their masks and the same address. The first check runs immediately.",
    body: monitorClone,
    response: { status: 201, schema: monitor },
    refuses: { 409: "The key is already in use." },
    handle: async ({ context, id, body }) => await cloneMonitor(context, id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/status`,
    area,
    summary: "Set the status of a manual monitor",
    description: "The status stays until it is set again. Alerts, history and uptime work as for checks.",
    body: manualStatus,
    response: { status: 200, schema: monitor },
    refuses: {
      409: "The monitor is paused, or its type isn't manual.",
      503: "The status couldn't be saved. Try again.",
    },
    handle: async ({ context, id, body }) => await updateManualStatus(context, id, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/reset-token`,
    area,
    summary: "Rotate a webhook monitor's heartbeat address",
    response: { status: 200, schema: heartbeatUrl },
    refuses: { 409: "The monitor's type isn't webhook." },
    handle: async ({ context, id }) => await resetHeartbeat(context, id),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/history`,
    area,
    summary: "Get a monitor's response times and uptime",
    query: historyQuery,
    response: { status: 200, schema: history },
    handle: async ({ context, id, query }) => await getHistory(context, id, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/checks`,
    area,
    summary: "List a monitor's recent checks and its last failure",
    query: lastChecksQuery,
    response: { status: 200, schema: lastChecks },
    handle: async ({ context, id, query }) => await getLastChecks(context, id, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/timeline`,
    area,
    summary: "List a monitor's confirmed states in a time range",
    query: timelineQuery,
    response: { status: 200, schema: timeline },
    handle: async ({ context, id, query }) => await getTimeline(context, id, query),
  }),
];
