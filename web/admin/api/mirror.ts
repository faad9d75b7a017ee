import type { z } from "zod";
import type { MirrorResponse, MirrorTried, mirrorChange, mirrorCheck } from "../../../src/schema/mirror.ts";
import { request } from "../../lib/api.ts";
import { ofChosenPage } from "../../lib/chosen_page.ts";

const root = () => ofChosenPage("/static-mirror");

export async function getMirror(signal: AbortSignal): Promise<MirrorResponse> {
  return await request("GET", root(), { signal });
}

export async function updateMirror(body: z.input<typeof mirrorChange>): Promise<MirrorResponse> {
  return await request("PUT", root(), { body });
}

export async function checkMirrorAccess(body: z.input<typeof mirrorCheck>): Promise<MirrorTried> {
  return await request("POST", `${root()}/check`, { body });
}

export async function pushMirror(): Promise<MirrorTried> {
  return await request("POST", `${root()}/test`);
}
