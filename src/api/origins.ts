import { cors } from "hono/cors";

export const openToOrigins = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "OPTIONS"],
  allowHeaders: ["*"],
  exposeHeaders: ["ETag", "Retry-After", "X-Request-Id"],
  maxAge: 86_400,
});
