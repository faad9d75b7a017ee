import { Hono, type MiddlewareHandler } from "hono";
import { drainBody } from "./api/body.ts";
import { errorResponse, isDatabaseFault } from "./api/fault.ts";
import { openToOrigins } from "./api/origins.ts";
import { ENDPOINTS } from "./api/routes.ts";
import { secure } from "./api/secure.ts";
import { type Bindings, serve } from "./api/serve.ts";
import { ensureMigrated } from "./data/migrate.ts";
import { variablesOf } from "./env.ts";
import { AppError, NOTHING_HERE } from "./lib/errors.ts";
import { joinOr } from "./lib/join_or.ts";
import { log, setLogLevel } from "./lib/log.ts";
import { nextRequestId } from "./lib/request_id.ts";
import { serveWeb } from "./page/web.ts";

export const app = new Hono<Bindings>();

app.use(async (c, next) => {
  const requestId = nextRequestId();
  const startedAt = Date.now();
  const url = new URL(c.req.url);
  setLogLevel(variablesOf(c.env).logLevel);
  c.set("requestId", requestId);
  await next();
  await drainBody(c.req.raw);
  // A new response would lose the socket.
  if (c.res.status !== 101) c.res = secure(c.res, { url, requestId });
  const { method } = c.req;
  log("info", "request", {
    requestId,
    method,
    url: url.href,
    status: c.res.status,
    ms: Date.now() - startedAt,
  });
});

const migrateFirst: MiddlewareHandler<Bindings> = async (c, next) => {
  const migrated = ensureMigrated(c.env.DB);
  // Other requests wait for the same migration, so it must outlive the one that began it.
  c.executionCtx.waitUntil(migrated.catch(() => {}));
  // Reads go on without migrations: endpoints that need the database report the failure themselves.
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  await migrated.catch((error: unknown) => {
    if (!isRead || !isDatabaseFault(error)) throw error;
  });
  await next();
};
app.use("/api/*", migrateFirst);
app.use("/ping/*", migrateFirst);
app.use("/calendar/*", migrateFirst);
app.use("/mcp", migrateFirst);
app.use("/a/*", migrateFirst);

// Each path is mounted whole before the next, to keep parameters from matching fixed paths.
for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => endpoint.path)) {
  // A parameter with an extension matches the whole segment, extension included.
  const mounted = path.replace(/:(\w+)\.(\w+)$/, ":$1{[\\w-]+\\.$2}");
  if (endpoints.some((endpoint) => endpoint.isOpenToOrigins)) app.use(mounted, openToOrigins);
  for (const endpoint of endpoints) app.on(endpoint.method, mounted, (c) => serve(endpoint, c));
  const methods = endpoints.map((endpoint) => endpoint.method);
  const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  app.all(mounted, (c) => {
    c.header("Allow", allowed.join(", "));
    return c.json({ error: `${c.req.method} isn't allowed here: use ${joinOr(allowed)}.` }, 405);
  });
}

app.all("/api/*", () => {
  throw new AppError("not_found", NOTHING_HERE);
});

app.get("*", serveWeb);

app.notFound((c) => c.json({ error: NOTHING_HERE }, 404));
app.onError((error, c) => errorResponse(error, { env: c.env, requestId: c.get("requestId") }));
