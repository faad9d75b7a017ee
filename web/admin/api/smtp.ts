import type { z } from "zod";
import type { SmtpResponse, smtpChange } from "../../../src/schema/smtp.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/notifications/smtp";

export async function getSmtp(signal: AbortSignal): Promise<SmtpResponse> {
  return await request("GET", ROOT, { signal });
}

export async function updateSmtp(body: z.input<typeof smtpChange>): Promise<SmtpResponse> {
  return await request("PUT", ROOT, { body });
}

export async function testSmtp(to: string): Promise<void> {
  await request("POST", `${ROOT}/test`, { body: { to } });
}
