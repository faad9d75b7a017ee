import type { ProbeResult } from "../check/probe.ts";
import type { CheckRequest } from "./prober.ts";

export interface PlaceResponse extends ProbeResult {
  colo: string | null;
}

export interface PlaceObject extends Rpc.DurableObjectBranded {
  check(request: CheckRequest): Promise<PlaceResponse>;
}
