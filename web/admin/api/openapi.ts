import type { ApiDescription } from "../../../src/schema/api_description.ts";
import { request } from "../../lib/api.ts";

export const OPENAPI_PATH = "/api/v1/openapi.json";

export async function getApiDescription(signal: AbortSignal): Promise<ApiDescription> {
  return await request("GET", OPENAPI_PATH, { signal });
}
