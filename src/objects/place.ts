import type { ProbeAnswer } from "../check/probe.ts";
import type { CheckRequest } from "./prober.ts";

export interface PlaceAnswer extends ProbeAnswer {
  colo: string | null;
}

export interface PlaceObject extends Rpc.DurableObjectBranded {
  check(request: CheckRequest): Promise<PlaceAnswer>;
}
