import { z } from "zod";
import { limitFeeds } from "../../service/access/public_limit.ts";
import {
  FEED_TYPES,
  getIncidentFeed,
  getTeamChatFeed,
  INCIDENT_FEEDS,
  TEAM_CHAT_FEED,
} from "../../service/page/feed.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { IN_LANGUAGE, languageQuery } from "./language_query.ts";
import { servedResponse } from "./served.ts";

const MAX_AGE_SECS = 60;
const OFF = "It is disabled, or the page is private.";

const common = {
  method: "GET",
  area: "public",
  limit: limitFeeds,
  description: IN_LANGUAGE,
  query: languageQuery,
  refuses: { 404: OFF },
} as const;

const SUMMARIES: Record<(typeof INCIDENT_FEEDS)[number]["path"], string> = {
  "/api/v1/public/incidents.rss": "Get the RSS feed of incidents",
  "/api/v1/public/incidents.atom": "Get the Atom feed of incidents",
  "/history.rss": "Get the RSS feed of incidents (Statuspage path)",
  "/history.atom": "Get the Atom feed of incidents (Statuspage path)",
  "/rss.xml": "Get the RSS feed of incidents (common feed path)",
};

function incidentFeed({ path, format }: (typeof INCIDENT_FEEDS)[number]): Endpoint {
  const [mediaType = ""] = FEED_TYPES[format].split(";");
  return endpoint({
    ...common,
    path,
    summary: SUMMARIES[path],
    response: { status: 200, schema: z.string(), type: mediaType },
    handle: async ({ context, request, query }) =>
      servedResponse(request, await getIncidentFeed(context, { path, format, lang: query.lang }), {
        type: FEED_TYPES[format],
        maxAgeSecs: MAX_AGE_SECS,
      }),
  });
}

export const feedRoutes: readonly Endpoint[] = [
  ...INCIDENT_FEEDS.map(incidentFeed),
  endpoint({
    ...common,
    path: TEAM_CHAT_FEED,
    summary: "Get the RSS feed for team chats",
    description: `One item per new incident, update, resolution and planned maintenance. ${IN_LANGUAGE}`,
    response: { status: 200, schema: z.string(), type: "application/rss+xml" },
    handle: async ({ context, request, query }) =>
      servedResponse(request, await getTeamChatFeed(context, query.lang), {
        type: FEED_TYPES.rss,
        maxAgeSecs: MAX_AGE_SECS,
      }),
  }),
];
