import type { ProbeAnswer } from "../check/probe.ts";
import type { CheckRequest } from "./prober.ts";

export interface PlaceAnswer extends ProbeAnswer {
  /** The data centre that the platform has put it in, as far as it is known. */
  colo: string | null;
}

/** Checks from one region. */
export interface PlaceObject extends Rpc.DurableObjectBranded {
  check(request: CheckRequest): Promise<PlaceAnswer>;
}
