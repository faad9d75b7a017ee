import { z } from "zod";
import { takesGzip } from "../../lib/gzip.ts";
import { embedFrameQuery, embedQuery, embedState } from "../../schema/embed.ts";
import { getEmbedFrame, getEmbedState } from "../../service/page/embed.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { servedResponse } from "./served.ts";

const STATE_SECS = 15;
const SCRIPT_SECS = 3600;
const ANYWHERE = ["Cross-Origin-Resource-Policy", "cross-origin"] as const;

const common = { method: "GET", area: "public" } as const;
const PRIVATE = { 404: "The page is private." };

export const embedRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    path: "/embed.js",
    summary: "Get the script that embeds the page's status",
    description: "See `docs/embed.md` for its attributes.",
    response: { status: 200, schema: z.string(), type: "text/javascript" },
    isOpenToOrigins: true,
    async handle({ context, request }) {
      const file = await context.env.ASSETS.fetch(new Request(new URL("/embed.js", request.url), request));
      const headers = new Headers(file.headers);
      headers.set("Content-Type", "text/javascript; charset=utf-8");
      headers.set("Cache-Control", `public, max-age=${SCRIPT_SECS}`);
      headers.set("Vary", "Accept-Encoding");
      headers.set(...ANYWHERE);
      // The runtime compresses the body because of Content-Encoding.
      if (file.status === 200 && takesGzip(request.headers.get("Accept-Encoding"))) {
        headers.delete("Content-Length");
        headers.set("Content-Encoding", "gzip");
      }
      return new Response(file.body, { status: file.status, headers });
    },
  }),
  endpoint({
    ...common,
    path: "/api/v1/public/embed.json",
    summary: "Get the page's status for embedding",
    description: "In the language of `lang`, or the closest one the page offers.",
    query: embedQuery,
    response: { status: 200, schema: embedState },
    refuses: PRIVATE,
    isOpenToOrigins: true,
    async handle({ context, request, query }) {
      const state = await getEmbedState(context, query.lang);
      const response = servedResponse(request, state, { type: "application/json", maxAgeSecs: STATE_SECS });
      response.headers.set(...ANYWHERE);
      return response;
    },
  }),
  endpoint({
    ...common,
    path: "/embed",
    summary: "Get the page's status as a frame",
    description: "Only websites in `embedOrigins` of the subscription settings can embed it.",
    query: embedFrameQuery,
    response: { status: 200, schema: z.string(), type: "text/html" },
    refuses: PRIVATE,
    async handle({ context, query }) {
      const { html, policy } = await getEmbedFrame(context, query);
      const headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
      };
      return new Response(html, { headers });
    },
  }),
];
