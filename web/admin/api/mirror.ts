import type { z } from "zod";
import type { MirrorAnswer, MirrorTried, mirrorChange, mirrorCheck } from "../../../src/schema/mirror.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/static-mirror";

export async function getMirror(signal: AbortSignal): Promise<MirrorAnswer> {
  return await request("GET", ROOT, { signal });
}

export async function updateMirror(body: z.input<typeof mirrorChange>): Promise<MirrorAnswer> {
  return await request("PUT", ROOT, { body });
}

export async function checkMirrorAccess(body: z.input<typeof mirrorCheck>): Promise<MirrorTried> {
  return await request("POST", `${ROOT}/check`, { body });
}

export async function pushMirror(): Promise<MirrorTried> {
  return await request("POST", `${ROOT}/test`);
}
