import type { z } from "zod";
import type { firstAdmin, setupStatus, signedIn } from "../../../src/schema/session.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/setup";

type SetUpStatus = z.output<typeof setupStatus>;

export async function getSetUpStatus(signal?: AbortSignal): Promise<SetUpStatus> {
  return await request("GET", `${ROOT}/status`, { isGuest: true, ...(signal && { signal }) });
}

export async function completeSetUp(body: z.input<typeof firstAdmin>): Promise<z.output<typeof signedIn>> {
  return await request("POST", `${ROOT}/complete`, { body, isGuest: true });
}
