import { z } from "zod";
import { isFresh } from "../../lib/etag.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const openApiRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/openapi.json",
    area: "public",
    summary: "Get this API description (OpenAPI 3.1)",
    isOpenToOrigins: true,
    response: { status: 200, schema: z.record(z.string(), z.unknown()) },
    async handle({ context, request, url }) {
      // Generated at build time: making it from the routes would cost 50 ms a request.
      const { body, headers: from } = await context.env.ASSETS.fetch(new URL("/openapi.json", url));
      const etag = from.get("ETag") ?? "";
      const headers = {
        ETag: etag,
        "Cache-Control": "public, max-age=300",
        "Content-Type": "application/json",
      };
      const hasIt = isFresh(request.headers.get("If-None-Match"), etag);
      return new Response(hasIt ? null : body, { status: hasIt ? 304 : 200, headers });
    },
  }),
];
