import { z } from "zod";
import { limitFeeds } from "../../service/access/public_limit.ts";
import { getOnCallCalendar } from "../../service/on_call/calendar.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const onCallCalendarRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/calendar/on-call/:token.ics",
    area: "public",
    summary: "Get a calendar feed of on-call shifts",
    limit: limitFeeds,
    response: { status: 200, schema: z.string(), type: "text/calendar" },
    refuses: { 404: "The address is unknown or was revoked." },
    async handle({ context, params }) {
      const body = await getOnCallCalendar(context, params["token"] ?? "");
      const headers = {
        "Content-Type": "text/calendar; charset=utf-8",
        "Cache-Control": "private, no-store",
      };
      return new Response(body, { headers });
    },
  }),
];
