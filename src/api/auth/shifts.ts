import { z } from "zod";
import { calendarAddress, ownShifts } from "../../schema/schedule.ts";
import { hasCalendarOfOwn, makeOwnCalendar, removeOwnCalendar } from "../../service/on_call/calendar.ts";
import { listOwnShifts } from "../../service/on_call/on_call.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/auth/shifts";
const area = "own";

export const shiftRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List your on-call shifts of the next 92 days",
    response: { status: 200, schema: z.object({ shifts: ownShifts, hasCalendar: z.boolean() }) },
    handle: async ({ context }) => ({
      shifts: await listOwnShifts(context),
      hasCalendar: await hasCalendarOfOwn(context),
    }),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/calendar`,
    area,
    summary: "Create a calendar feed of your shifts",
    description: "The previous address stops working.",
    response: { status: 201, schema: calendarAddress },
    handle: async ({ context }) => await makeOwnCalendar(context),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/calendar`,
    area,
    summary: "Revoke the calendar feed of your shifts",
    response: { status: 204 },
    handle: async ({ context }) => await removeOwnCalendar(context),
  }),
];
