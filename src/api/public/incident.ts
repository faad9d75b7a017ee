import { z } from "zod";
import { readLanguage } from "../../domain/page/language.ts";
import { paged, pageQuery, pagingOf } from "../../schema/common.ts";
import { publicIncident } from "../../schema/public_page.ts";
import { limitReads } from "../../service/access/public_limit.ts";
import { getCalendar } from "../../service/page/calendar.ts";
import { getPageIncident, listPageIncidents } from "../../service/page/part.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { IN_LANGUAGE, languageQuery } from "./language_query.ts";

const ROOT = "/api/v1/public";
const PRIVATE = "The page is private: `code` is STATUS_PAGE_PRIVATE.";

const common = { method: "GET", area: "public", refuses: { 401: PRIVATE } } as const;
const limited = {
  ...common,
  refuses: { 401: PRIVATE, 429: "More than 60 in a minute." },
  limit: limitReads,
} as const;

export const publicIncidentRoutes: readonly Endpoint[] = [
  endpoint({
    ...limited,
    path: `${ROOT}/incidents`,
    summary: "List the page's incidents",
    description: "Latest first, in the language of `lang`.",
    query: z.object({ ...pageQuery, ...languageQuery.shape }),
    response: { status: 200, schema: paged(publicIncident) },
    handle: async ({ context, request, url, query, sessionToken }) =>
      await listPageIncidents(context, pagingOf(query), {
        locale: readLanguage(request, url).wanted,
        sessionToken,
      }),
  }),
  endpoint({
    ...limited,
    path: `${ROOT}/incidents/:id`,
    summary: "Get an incident on the page",
    query: languageQuery,
    response: { status: 200, schema: publicIncident },
    handle: async ({ context, id, request, url, sessionToken }) =>
      await getPageIncident(context, id, { locale: readLanguage(request, url).wanted, sessionToken }),
  }),
  endpoint({
    ...common,
    path: `${ROOT}/maintenance.ics`,
    summary: "Get the calendar feed of maintenance windows",
    description: `Windows of the last three months, in progress and planned. ${IN_LANGUAGE}`,
    query: languageQuery,
    response: { status: 200, schema: z.string(), type: "text/calendar" },
    async handle({ context, sessionToken, query }) {
      const headers = {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="maintenance.ics"',
        "Cache-Control": "no-cache",
      };
      return new Response(await getCalendar(context, { sessionToken, lang: query.lang }), { headers });
    },
  }),
];
