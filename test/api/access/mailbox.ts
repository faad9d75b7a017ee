import { afterAll, inject, vi } from "vitest";
import { takePasswordRequests } from "../../../src/service/access/password_request.ts";
import type { Wired } from "../../durable/alert/peers.ts";
import { bindings, type Visitor } from "../client.ts";

const { origin, visitorSmtpPort: port } = inject("peers");
const jobs: { kind: string; ids: number[] }[] = [];

/** Queued work runs only in `workQueue`. */
export function holdQueue(): void {
  const held = vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockImplementation(async (batch) => {
    for (const { body } of batch) jobs.push(body as (typeof jobs)[number]);
    return undefined as never;
  });
  // Other files share this runtime and need the real queue.
  afterAll(() => held.mockRestore());
}

export async function workQueue(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) await takePasswordRequests(bindings, job.ids);
}

export async function openMail(admin: Visitor): Promise<void> {
  const smtp = { host: "127.0.0.1", port, fromAddress: "status@example.com" };
  await admin.put("/api/v1/admin/notifications/smtp", smtp);
}

export async function mailsTo(email: string): Promise<string[]> {
  const received = (await (await fetch(`${origin}/received`)).json()) as Wired[];
  return received
    .filter(({ path, body }) => path === "/visitor-mail" && body.includes(`RCPT TO:<${email}>`))
    .map(({ body }) => body.replaceAll("=\r\n", "").replaceAll("=3D", "="));
}

export async function tokenFor(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1) ?? "";
  const token = /http:\/\/uptide\.test\/admin\/password#token=([\w-]{43})/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`no link in: ${mail.slice(0, 4000)}`);
  return token;
}
