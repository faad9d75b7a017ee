import type { MiddlewareHandler } from "hono";

/** Answers what browsers ask beforehand, and lets them have every answer, a refusal too. */
export const openToOrigins: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") {
    c.res = new Response(null, {
      status: 204,
      headers: {
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Max-Age": "86400",
      },
    });
  } else await next();
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id");
};
