import { z } from "zod";
import { limitFeeds } from "../../service/access/public_limit.ts";
import { getIncidentFeed, getTeamChatFeed } from "../../service/page/feed.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { answerServed } from "./served.ts";

const ROOT = "/api/v1/public";
const TYPES = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
} as const;
const MAX_AGE_SECS = 60;
const OFF = "It is switched off, or the page is private.";

const common = {
  method: "GET",
  area: "public",
  limit: limitFeeds,
  refuses: { 404: OFF },
} as const;

function incidentFeed(path: string, format: "rss" | "atom", summary: string): Endpoint {
  const [mediaType = ""] = TYPES[format].split(";");
  return endpoint({
    ...common,
    path,
    summary,
    answer: { status: 200, schema: z.string(), type: mediaType },
    handle: async ({ context, request }) =>
      answerServed(request, await getIncidentFeed(context, { path, format }), {
        type: TYPES[format],
        maxAgeSecs: MAX_AGE_SECS,
      }),
  });
}

export const feedRoutes: readonly Endpoint[] = [
  incidentFeed(`${ROOT}/incidents.rss`, "rss", "Follow incidents as RSS"),
  incidentFeed(`${ROOT}/incidents.atom`, "atom", "Follow incidents as Atom"),
  incidentFeed("/history.rss", "rss", "Follow incidents as RSS, where clients of Statuspage look for it"),
  incidentFeed("/history.atom", "atom", "Follow incidents as Atom, where clients of Statuspage look for it"),
  endpoint({
    ...common,
    path: `${ROOT}/team-chat.rss`,
    summary: "Follow what is told to subscribers in a team chat",
    description: "One item for each new incident, update, resolution and planned maintenance.",
    answer: { status: 200, schema: z.string(), type: "application/rss+xml" },
    handle: async ({ context, request }) =>
      answerServed(request, await getTeamChatFeed(context, `${ROOT}/team-chat.rss`), {
        type: TYPES.rss,
        maxAgeSecs: MAX_AGE_SECS,
      }),
  }),
];
