import type { z } from "zod";
import type { SelfTestResponse, selfTestChange } from "../../../src/schema/self_test.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/self-test";

export async function getSelfTest(signal: AbortSignal): Promise<SelfTestResponse> {
  return await request("GET", PATH, { signal });
}

export async function updateSelfTest(body: z.input<typeof selfTestChange>): Promise<SelfTestResponse> {
  return await request("PUT", PATH, { body });
}
