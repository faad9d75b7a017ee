import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SmtpResponse } from "../../../src/schema/smtp.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { addToken, addUser, setUp, signIn, Visitor } from "../client.ts";
import { holdQueue, mailsTo, openMail, tokenFor, workQueue } from "./mailbox.ts";

const SMTP = "/api/v1/admin/notifications/smtp";
const USERS = "/api/v1/admin/users";
let admin: Visitor;
let people = 0;

beforeAll(async () => {
  admin = await setUp();
  await openMail(admin);
  holdQueue();
});

afterEach(async () => {
  await openMail(admin);
  await admin.put(SMTP, { secure: false, user: "", password: "", fromName: "", vault: null });
});

const readSmtp = async () => (await admin.get<SmtpResponse>(SMTP)).body;
const invite = async () =>
  await admin.post<{ error: string }>(USERS, { email: `invited${++people}@example.net`, invite: true });

async function forget(email: string): Promise<number> {
  return (await new Visitor().post("/api/v1/auth/forgot-password", { email })).status;
}

async function mailHealth() {
  const { parts, mail } = (await admin.get<SystemHealth>("/api/v1/admin/system-health")).body;
  return { ...parts.find(({ id }) => id === "mail"), problem: mail.accountMailProblem };
}

/** Each of these changes alone is enough to receive or forge the emails. */
const CHANGES: [field: string, change: object][] = [
  ["host", { host: "localhost" }],
  ["port", { port: 2525 }],
  ["secure", { secure: true }],
  ["user", { user: "somebody" }],
  ["password", { password: "the account of somebody else" }],
  ["fromAddress", { fromAddress: "else@example.com" }],
  ["fromName", { fromName: "Else" }],
];

describe("account emails", () => {
  it.each(CHANGES)("stop when an operator changes %s", async (field, change) => {
    const operator = await addUser("operator");
    const { email } = await addUser("admin");
    const changed = await operator.visitor.put<SmtpResponse>(SMTP, change);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      savedByAdmin: false,
      unconfirmed: [{ by: operator.email, fields: [field] }],
    });
    const mails = await mailsTo(email);
    expect(await forget(email)).toBe(202);
    await workQueue();
    expect(await mailsTo(email)).toEqual(mails);
    expect(await invite()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`${operator.email} changed ${field}`) },
    });
  });

  it("stop when a token changes the vault secret, and system health and the sign-in page report it", async () => {
    const token = await addToken(admin, ["channels:write", "vault:use"]);
    const vault = await admin.post<{ id: number }>("/api/v1/admin/vaults", {
      name: "Own",
      kind: "local",
      settings: {},
    });
    const secret = { name: "mail", type: "userpass", values: { user: "a", password: "b" } };
    await admin.post(`/api/v1/admin/vaults/${vault.body.id}/secrets`, secret);
    const reply = await token.put<SmtpResponse>(SMTP, { vault: { vault: "Own", secret: "mail" } });
    expect(reply.body).toMatchObject({ savedByAdmin: false, unconfirmed: [{ fields: ["vault"] }] });
    const { body: config } = await new Visitor().get("/api/v1/auth/config");
    expect(config).toMatchObject({ passwordLogin: true, passwordReset: false });
    const { unconfirmed } = await readSmtp();
    const { state, summary, problem } = await mailHealth();
    expect(state).toBe("warning");
    expect(summary).toContain(`${unconfirmed[0]?.by} changed vault`);
    expect(problem).toBe(summary);
  });

  it("stop even for a request made before the change, if the email would be sent after it", async () => {
    const operator = await addUser("operator");
    const { email } = await addUser("admin");
    await forget(email);
    await operator.visitor.put(SMTP, { fromName: "Else" });
    await workQueue();
    expect(await mailsTo(email)).toEqual([]);
  });

  it("resume when an administrator saves the settings, changed or not, and the audit log records it", async () => {
    const { visitor } = await addUser("operator");
    const { email } = await addUser("admin");
    const first = await visitor.put<SmtpResponse>(SMTP, { fromName: "Ours" });
    await visitor.put(SMTP, { fromName: "Else" });
    const { version, unconfirmed } = await readSmtp();
    expect(unconfirmed).toMatchObject([{ fields: ["fromName"] }]);
    expect((await admin.put(SMTP, { version: first.body.version })).status).toBe(409);
    expect((await admin.put(SMTP, { version })).body).toMatchObject({
      savedByAdmin: true,
      unconfirmed: [],
      fromName: "Else",
    });
    const { items } = (await admin.get<{ items: object[] }>("/api/v1/admin/audit?limit=1")).body;
    expect(items).toMatchObject([
      { entityType: "smtp_settings", details: { changes: { savedByAdmin: [false, true] } } },
    ]);
    await forget(email);
    await workQueue();
    const reset = { token: await tokenFor(email), newPassword: "a password of my own" };
    expect((await new Visitor().post("/api/v1/auth/set-password", reset)).status).toBe(204);
    await signIn(email, "a password of my own");
    expect((await mailHealth()).problem).toBeNull();
  });

  it("continue when an operator saves without changing anything", async () => {
    const { visitor } = await addUser("operator");
    const { host, port } = await readSmtp();
    expect((await visitor.put(SMTP, { host, port })).body).toMatchObject({ savedByAdmin: true });
  });

  it("list each user with unconfirmed changes and the fields they changed", async () => {
    const [one, other] = [await addUser("operator"), await addUser("operator")];
    await one.visitor.put(SMTP, { fromName: "One" });
    await other.visitor.put(SMTP, { fromName: "Other" });
    await one.visitor.put(SMTP, { user: "one" });
    expect((await readSmtp()).unconfirmed).toMatchObject([
      { by: other.email, fields: ["fromName"] },
      { by: one.email, fields: ["fromName", "user"] },
    ]);
  });

  it("are the only emails that stop: other email uses the new settings", async () => {
    const { visitor } = await addUser("operator");
    await visitor.put(SMTP, { fromName: "New name" });
    expect((await visitor.post(`${SMTP}/test`, { to: "alerts@example.com" })).status).toBe(200);
    expect((await mailsTo("alerts@example.com")).at(-1)).toContain("New name");
  });
});
