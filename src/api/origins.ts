import { cors } from "hono/cors";

/** Answers what browsers ask beforehand, and lets them have every answer, a refusal too. */
export const openToOrigins = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "OPTIONS"],
  allowHeaders: ["*"],
  exposeHeaders: ["ETag", "Retry-After", "X-Request-Id"],
  maxAge: 86_400,
});
