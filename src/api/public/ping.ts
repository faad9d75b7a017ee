import { z } from "zod";
import { type PingSignal, parsePingSignal } from "../../domain/monitor/ping_signal.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { KEPT_BODY_BYTES, pingQuery } from "../../schema/ping.ts";
import { findHeartbeat } from "../../service/monitor/heartbeat.ts";
import { takePing } from "../../service/monitor/ping.ts";
import { readBytes } from "../body.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { LIMIT_BYTES } from "./beat.ts";

const SUCCESS: PingSignal = { kind: "success", exitCode: null };
const METHODS = ["GET", "POST"] as const;

const common = {
  area: "public",
  query: pingQuery,
  refuses: {
    429: "More than 60 in a minute.",
    503: "The service is temporarily unavailable: retry the request.",
  },
} as const;

const withBody = {
  ...common,
  description: `A body of any type is stored as the job's output, up to ${KEPT_BODY_BYTES} bytes.`,
  shownBodies: { "text/plain": z.string() },
} as const;

interface Said {
  signal: PingSignal | null;
  slug?: string;
}

async function take(
  { context, params, request, query }: Call<z.output<typeof pingQuery>>,
  { signal, slug }: Said,
): Promise<void> {
  const monitor = await findHeartbeat(context, params["token"] ?? "");
  if (slug !== undefined && slug !== monitor.key) throw notFound("heartbeat address");
  if (!signal)
    throw new AppError("invalid", "End the address with start, fail, log or an exit code from 0 to 255.");
  const bytes = request.method === "POST" ? await readBytes(request, LIMIT_BYTES) : new Uint8Array();
  const { rid: runId = "", message = "" } = query;
  await takePing(context, monitor, { ...signal, runId, message, bytes });
}

function okResponse(): Response {
  return new Response("OK", {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Ping-Body-Limit": String(KEPT_BODY_BYTES),
    },
  });
}

function pingEndpoints(path: string, summary: string, read: (call: Call) => Said): Endpoint[] {
  return METHODS.map((method) =>
    endpoint({
      ...(method === "POST" ? withBody : common),
      method,
      path,
      summary,
      response: { status: 200, type: "text/plain", schema: z.string() },
      handle: async (call) => {
        await take(call, read(call));
        return okResponse();
      },
    }),
  );
}

const signalOf = ({ params }: Call) => parsePingSignal(params["signal"] ?? "");

export const pingRoutes: readonly Endpoint[] = [
  ...METHODS.map((method) =>
    endpoint({
      ...(method === "POST" ? withBody : common),
      method,
      path: "/api/v1/hook/:token/:signal",
      summary: "Report a run: start, fail, log or its exit code",
      response: { status: 200, schema: z.object({ ok: z.literal(true) }) },
      handle: async (call) => {
        await take(call, { signal: signalOf(call) });
        return { ok: true };
      },
    }),
  ),
  ...pingEndpoints("/ping/:token", "Report a successful run, Healthchecks-compatible", () => ({
    signal: SUCCESS,
  })),
  ...pingEndpoints("/ping/:token/:signal", "Report a run, Healthchecks-compatible", (call) => {
    const signal = signalOf(call);
    return signal ? { signal } : { signal: SUCCESS, slug: call.params["signal"] ?? "" };
  }),
  ...pingEndpoints("/ping/:token/:slug/:signal", "Report a run by slug, Healthchecks-compatible", (call) => {
    return { signal: signalOf(call), slug: call.params["slug"] ?? "" };
  }),
];
