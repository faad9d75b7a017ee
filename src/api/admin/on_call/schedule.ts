import { z } from "zod";
import {
  alertReport,
  alertReportQuery,
  calendarAddress,
  madeOverride,
  newOverride,
  newSchedule,
  onCall,
  override,
  people,
  schedule,
  scheduleChange,
  schedulePreview,
  shift,
  shiftQuery,
} from "../../../schema/schedule.ts";
import { makeScheduleCalendar, removeScheduleCalendar } from "../../../service/on_call/calendar.ts";
import { getOnCall, listScheduleShifts, previewShifts } from "../../../service/on_call/on_call.ts";
import { listOnCallPeople } from "../../../service/on_call/people.ts";
import { getAlertReport } from "../../../service/on_call/report.ts";
import {
  addOverride,
  createSchedule,
  getSchedule,
  listSchedules,
  removeOverride,
  removeSchedule,
  updateSchedule,
} from "../../../service/on_call/schedule.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";
import { parseId } from "../../serve.ts";

const ADMIN = "/api/v1/admin";
const ROOT = `${ADMIN}/schedules`;
const ONE = `${ROOT}/:key`;
const area = "schedules";
const keyOf = ({ params }: { params: Readonly<Record<string, string>> }) => params["key"] ?? "";

export const scheduleRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ADMIN}/on-call`,
    area,
    summary: "Get who is on call now and next, by schedule",
    response: { status: 200, schema: onCall },
    handle: async ({ context }) => await getOnCall(context),
  }),
  endpoint({
    method: "GET",
    path: `${ADMIN}/on-call/report`,
    area,
    summary: "Count on-call alerts by person and hour",
    description: "At most 92 days. Hours and nights are in `timezone`.",
    query: alertReportQuery,
    response: { status: 200, schema: alertReport },
    handle: async ({ context, query }) => await getAlertReport(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ADMIN}/on-call/people`,
    area,
    summary: "List users who can be on call",
    response: { status: 200, schema: people },
    handle: async ({ context }) => await listOnCallPeople(context),
  }),
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List on-call schedules by name",
    response: { status: 200, schema: z.array(schedule) },
    handle: async ({ context }) => await listSchedules(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Create an on-call schedule",
    description: "Where rotations overlap, the last one applies. Overrides apply before all rotations.",
    body: newSchedule,
    response: { status: 201, schema: schedule },
    refuses: { 409: "The key is already in use." },
    handle: async ({ context, body }) => await createSchedule(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ADMIN}/on-call/preview`,
    area,
    level: "read",
    summary: "Preview the shifts of a schedule without saving it",
    description: "At most 92 days.",
    body: schedulePreview,
    response: { status: 200, schema: z.array(shift) },
    handle: async ({ context, body }) => await previewShifts(context, body),
  }),
  endpoint({
    method: "GET",
    path: ONE,
    area,
    summary: "Get an on-call schedule",
    response: { status: 200, schema: schedule },
    handle: async (call) => await getSchedule(call.context, keyOf(call)),
  }),
  endpoint({
    method: "PATCH",
    path: ONE,
    area,
    summary: "Update an on-call schedule",
    description: "Omitted fields stay unchanged. `rotations` is replaced entirely.",
    body: scheduleChange,
    response: { status: 200, schema: schedule },
    handle: async (call) => await updateSchedule(call.context, keyOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: ONE,
    area,
    summary: "Delete an on-call schedule",
    response: { status: 204 },
    refuses: { 409: "A channel uses this schedule." },
    handle: async (call) => await removeSchedule(call.context, keyOf(call)),
  }),
  endpoint({
    method: "GET",
    path: `${ONE}/shifts`,
    area,
    summary: "List the shifts and gaps of a schedule",
    description: "At most 92 days.",
    query: shiftQuery,
    response: { status: 200, schema: z.array(shift) },
    handle: async (call) => await listScheduleShifts(call.context, keyOf(call), call.query),
  }),
  endpoint({
    method: "GET",
    path: `${ONE}/overrides`,
    area,
    summary: "List the overrides of a schedule",
    response: { status: 200, schema: z.array(override) },
    handle: async (call) => (await getSchedule(call.context, keyOf(call))).overrides,
  }),
  endpoint({
    method: "POST",
    path: `${ONE}/overrides`,
    area,
    summary: "Override who is on call, or swap two shifts",
    body: newOverride,
    response: { status: 201, schema: madeOverride },
    handle: async (call) => await addOverride(call.context, keyOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ONE}/overrides/:override`,
    area,
    summary: "Delete an override",
    response: { status: 204 },
    handle: async (call) =>
      await removeOverride(call.context, keyOf(call), parseId(call.params["override"] ?? "")),
  }),
  endpoint({
    method: "POST",
    path: `${ONE}/calendar`,
    area,
    summary: "Create a schedule's calendar feed",
    description: "The previous address stops working. Anyone with the link can see who is on call.",
    response: { status: 201, schema: calendarAddress },
    handle: async (call) => await makeScheduleCalendar(call.context, keyOf(call)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ONE}/calendar`,
    area,
    summary: "Revoke a schedule's calendar feed",
    response: { status: 204 },
    handle: async (call) => await removeScheduleCalendar(call.context, keyOf(call)),
  }),
];
