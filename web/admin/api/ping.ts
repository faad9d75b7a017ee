import type { Ping, PingWithBody } from "../../../src/schema/ping.ts";
import { request } from "../../lib/api.ts";
import { MONITORS } from "./monitor.ts";

export async function listPings(signal: AbortSignal, monitorId: number): Promise<Ping[]> {
  return await request("GET", `${MONITORS}/${monitorId}/pings`, { signal });
}

export async function getPing(
  signal: AbortSignal,
  { monitorId, pingId }: { monitorId: number; pingId: number },
): Promise<PingWithBody> {
  return await request("GET", `${MONITORS}/${monitorId}/pings/${pingId}`, { signal });
}
