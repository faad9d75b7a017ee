import { z } from "zod";
import { type Badge, badgeOf, badgeOfPage, drawBadge } from "../../domain/page/badge.ts";
import { languageCookie, readLanguage } from "../../domain/page/language.ts";
import { findNearestLocale, type PageShell, type PageSnapshot, shellOf } from "../../domain/page/view.ts";
import { badgeQuery } from "../../schema/badge.ts";
import { queryInteger } from "../../schema/common.ts";
import { wholeNumber } from "../../schema/limits.ts";
import { publicLocale, publicLocaleTexts } from "../../schema/locale.ts";
import { publicChart, publicMonitor, publicPage } from "../../schema/public_page.ts";
import { limitReads } from "../../service/access/public_limit.ts";
import { getPublicHistory, getPublicUptime } from "../../service/page/history.ts";
import { getPublicLocale, listPublicLocales } from "../../service/page/public_locale.ts";
import { openPageStream } from "../../service/page/stream.ts";
import { findPlaced, getPublicPage, openPage } from "../../service/page/view.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { parseId } from "../serve.ts";
import { IN_LANGUAGE, languageQuery } from "./language_query.ts";

const ROOT = "/api/v1/public";
const PRIVATE = "The page is private: `code` is STATUS_PAGE_PRIVATE.";

const within = (max: number, fallback: number) => queryInteger.pipe(wholeNumber(1, max)).default(fallback);

const LIMITED = { 401: PRIVATE, 429: "More than 60 in a minute." };

const uptimeQuery = z.object({ days: within(90, 30) });
const historyQuery = z.object({ hours: within(2160, 24), buckets: within(200, 30) });
const shield = z.object({
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  color: z.string(),
});

const common = { method: "GET", area: "public", refuses: { 401: PRIVATE } } as const;

type BadgeCall = Pick<Call, "context" | "params" | "sessionToken"> & { query: { lang?: string | undefined } };

interface BadgeEnd {
  path: string;
  of: string;
  find: (snapshot: PageSnapshot, shell: PageShell, params: Call["params"]) => Badge;
}

function badgeRoutes({ path, of, find }: BadgeEnd): Endpoint[] {
  const badgeFor = async ({ context, params, sessionToken, query }: BadgeCall) => {
    const snapshot = await openPage(context, { sessionToken });
    return find(snapshot, shellOf(snapshot, findNearestLocale(snapshot.locales, query.lang)), params);
  };
  return [
    endpoint({
      ...common,
      path: `${path}.svg`,
      summary: `Get ${of} as a badge`,
      description: IN_LANGUAGE,
      query: badgeQuery.extend(languageQuery.shape),
      response: { status: 200, schema: z.string(), type: "image/svg+xml" },
      async handle(call) {
        const headers = { "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": "no-cache" };
        return new Response(drawBadge(await badgeFor(call), call.query.style), { headers });
      },
    }),
    endpoint({
      ...common,
      path: `${path}.json`,
      summary: `Get ${of} in the shields.io format`,
      description: IN_LANGUAGE,
      query: languageQuery,
      response: { status: 200, schema: shield },
      handle: async (call) => ({ schemaVersion: 1, ...(await badgeFor(call)) }),
    }),
  ];
}

export const pageRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    path: `${ROOT}/page`,
    summary: "Get the page",
    description:
      "Everything the page shows, in the language of `lang`. At most five seconds old, and at least as new as the stream event with id `after`.",
    query: languageQuery.extend({ after: queryInteger.optional() }),
    response: { status: 200, schema: publicPage },
    async handle({ context, request, url, query: { after }, sessionToken }) {
      const { wanted, isNew } = readLanguage(request, url);
      const { json, locale } = await getPublicPage(context, { locale: wanted, sessionToken, after });
      const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
      if (isNew && wanted === locale)
        headers.append("Set-Cookie", languageCookie(locale, context.page.prefix));
      return new Response(json, { headers });
    },
  }),
  endpoint({
    ...common,
    path: `${ROOT}/events`,
    summary: "Stream changes to the page",
    description:
      "Server-sent events: `hello { version }`, `monitor.status`, `incident.created`, `incident.updated` and `maintenance.updated { id }`. Incidents are in the language of `lang`. Another `hello` means that something else on the page changed. Layout and branding changes aren't reported.",
    query: languageQuery,
    response: { status: 200, schema: z.string(), type: "text/event-stream" },
    refuses: {
      401: PRIVATE,
      429: "The limit of 20 open streams per client address is reached.",
      503: "The limit of open streams is reached. Retry after the seconds in `Retry-After`.",
    },
    handle: async ({ context, request, url, sessionToken }) =>
      await openPageStream(context, {
        request,
        sessionToken,
        wanted: readLanguage(request, url).wanted,
      }),
  }),
  endpoint({
    ...common,
    path: `${ROOT}/monitor/:id/uptime`,
    summary: "Get the daily uptime of a monitor on the page",
    query: uptimeQuery,
    limit: limitReads,
    refuses: LIMITED,
    response: { status: 200, schema: publicMonitor.shape.uptime },
    handle: async ({ context, id, query, sessionToken }) =>
      await getPublicUptime(context, { id, ...query, sessionToken }),
  }),
  endpoint({
    ...common,
    path: `${ROOT}/monitor/:id/history`,
    summary: "Get the response times of a monitor on the page",
    description: "`hours` and `buckets` are rounded to the values that the page's charts use.",
    query: historyQuery,
    limit: limitReads,
    refuses: LIMITED,
    response: { status: 200, schema: publicChart },
    handle: async ({ context, id, query, sessionToken }) =>
      await getPublicHistory(context, { id, ...query, sessionToken }),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/locales`,
    area: "public",
    summary: "List the page's languages",
    response: { status: 200, schema: z.array(publicLocale) },
    handle: async ({ context, sessionToken }) => await listPublicLocales(context, { sessionToken }),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/locales/:code`,
    area: "public",
    summary: "Get the page's texts in a language",
    response: { status: 200, schema: publicLocaleTexts },
    handle: async ({ context, params, sessionToken }) =>
      await getPublicLocale(context, { code: params["code"] ?? "", sessionToken }),
  }),
  ...badgeRoutes({
    path: `${ROOT}/badge/page`,
    of: "the status of the whole page",
    find: ({ page }, shell) => badgeOfPage(page, shell),
  }),
  ...badgeRoutes({
    path: `${ROOT}/badge/:monitorId`,
    of: "a monitor's status",
    find: (snapshot, shell, { monitorId = "" }) =>
      badgeOf(findPlaced(snapshot, parseId(monitorId.split(".")[0] ?? "")), shell),
  }),
];
