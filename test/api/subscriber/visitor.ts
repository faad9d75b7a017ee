import { afterAll, inject, vi } from "vitest";
import { sendNotices } from "../../../src/service/subscriber/notice.ts";
import { takeRequests } from "../../../src/service/subscriber/request.ts";
import type { Wired } from "../../durable/alert/peers.ts";
import { bindings, type Reply, Visitor } from "../client.ts";

export const ROOT = "/api/v1/public/subscriptions";
const SETTINGS = "/api/v1/admin/subscribers/settings";

const { origin, visitorSmtpPort: smtpPort } = inject("peers");
const jobs: { kind: string; ids?: number[] }[] = [];

export function holdQueue(): void {
  const held = vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockImplementation(async (batch) => {
    for (const { body } of batch) jobs.push(body as (typeof jobs)[number]);
    return undefined as never;
  });
  // Other files share this runtime and need the real queue.
  afterAll(() => held.mockRestore());
}

export function takeJobs(): typeof jobs {
  return jobs.splice(0);
}

export async function work(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    if (job.kind === "requests") await takeRequests(bindings, job.ids ?? []);
    if (job.kind === "notices") await sendNotices(bindings, job.ids ?? []);
  }
}

export const ALL_ON = {
  enabled: true,
  allowEmail: true,
  allowWebhook: true,
  allowComponentScope: true,
  allowedEvents: ["incident.created", "incident.updated", "incident.resolved", "maintenance.scheduled"],
};

export async function openSubscriptions(admin: Visitor): Promise<void> {
  const smtp = { host: "127.0.0.1", port: smtpPort, fromAddress: "status@example.com" };
  await admin.put("/api/v1/admin/notifications/smtp", smtp);
  await admin.put(SETTINGS, ALL_ON);
}

export async function setSubscriptions(admin: Visitor, change: object): Promise<void> {
  const reply = await admin.put(SETTINGS, change);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
}

let people = 0;

export function freshEmail(): string {
  people++;
  return `visitor${people}.${crypto.randomUUID().slice(0, 8)}@example.com`;
}

export async function signUp(body: object, visitor = new Visitor()): Promise<Reply<{ ok?: true }>> {
  return await visitor.post<{ ok?: true }>(ROOT, { type: "email", ...body });
}

export async function mailsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${origin}/received`);
  const received = (await answer.json()) as Wired[];
  return received
    .filter(({ path, body }) => path === "/visitor-mail" && body.includes(`RCPT TO:<${email}>`))
    .map(({ body }) => body);
}

export async function tokenIn(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1) ?? "";
  const token = /#subscription=(?:3D)?([\w-]{43})/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`no link in: ${mail.slice(0, 4000)}`);
  return token;
}

interface Row {
  id: number;
  status: string;
  failures: number;
  [column: string]: unknown;
}

export async function findRow(email: string): Promise<Row | null> {
  return await bindings.DB.prepare("SELECT * FROM subscribers WHERE email = ?").bind(email).first<Row>();
}

export async function confirm(token: string, visitor = new Visitor()) {
  return await visitor.post<{ status: string; signingSecret: string | null; code?: string }>(
    `${ROOT}/confirm`,
    { token },
  );
}

export async function subscribe(body: object = {}): Promise<{ email: string; token: string }> {
  const email = freshEmail();
  await signUp({ email, ...body });
  await work();
  await confirm(await tokenIn(email));
  await work();
  return { email, token: await tokenIn(email) };
}

/** Moves emails back in time, so they no longer block new ones. */
export async function letTimePass(): Promise<void> {
  await bindings.DB.prepare("UPDATE subscriber_notices SET created_at = created_at - 700000").run();
}
