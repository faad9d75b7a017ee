import type { z } from "zod";
import type { newAcknowledgement } from "../../../src/schema/acknowledgement.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { request } from "../../lib/api.ts";
import { MONITORS } from "./monitor.ts";

export async function acknowledge(id: number, body: z.input<typeof newAcknowledgement>): Promise<Monitor> {
  return await request("POST", `${MONITORS}/${id}/acknowledge`, { body });
}

export async function removeAcknowledgement(id: number): Promise<void> {
  await request("DELETE", `${MONITORS}/${id}/acknowledge`);
}

export async function snooze(id: number, untilMs: number): Promise<Monitor> {
  return await request("POST", `${MONITORS}/${id}/snooze`, { body: { untilMs } });
}

export async function endSnooze(id: number): Promise<void> {
  await request("DELETE", `${MONITORS}/${id}/snooze`);
}
