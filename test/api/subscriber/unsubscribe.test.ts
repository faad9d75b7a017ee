import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { setLogLevel } from "../../../src/lib/log.ts";
import { unsubscribeTokenOf } from "../../../src/service/subscriber/token.ts";
import worker from "../../../src/worker.ts";
import { bindings, handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { pageAddress } from "../page_under_test.ts";
import {
  confirm,
  findRow,
  freshEmail,
  holdQueue,
  mailsTo,
  openSubscriptions,
  ROOT,
  signUp,
  subscribe,
  tokenIn,
  work,
} from "./visitor.ts";

const PATH = `${ROOT}/unsubscribe`;
const UNKNOWN = "A".repeat(43);
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await openSubscriptions(admin);
  holdQueue();
});

const statusOf = async (email: string) => (await findRow(email))?.status;

/** An email provider's server sends no cookie or origin, and either form of RFC 8058. */
async function oneClick(token: string, body: BodyInit | null = "List-Unsubscribe=One-Click") {
  const headers = new Headers({ "CF-Connecting-IP": "203.0.113.9" });
  if (typeof body === "string") headers.set("Content-Type", "application/x-www-form-urlencoded");
  return await handle(new Request(`${ORIGIN}${PATH}?token=${token}`, { method: "POST", headers, body }));
}

describe("unsubscribing", () => {
  it("with one click requires only the URL in the email's header, and can be repeated", async () => {
    const { email, token } = await subscribe();
    const oneClickToken = await unsubscribeTokenOf(token);
    const mail = (await mailsTo(email)).at(-1) ?? "";
    expect(mail).toContain(`${pageAddress()}${PATH}?token=${oneClickToken}`);
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const answer = await oneClick(oneClickToken);
    expect([answer.status, await statusOf(email)]).toEqual([200, "unsubscribed"]);
    expect(await answer.text()).toContain("You've unsubscribed");
    expect((await oneClick(oneClickToken)).status).toBe(200);
  });

  it("accepts the form in either encoding, and an empty body", async () => {
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    for (const body of [form, null, ""]) {
      const { email, token } = await subscribe();
      expect((await oneClick(await unsubscribeTokenOf(token), body)).status).toBe(200);
      expect(await statusOf(email)).toBe("unsubscribed");
    }
  });

  it("requires more than opening the URL, which shows a button in the subscriber's language", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const email = freshEmail();
    await new Visitor().post(`${ROOT}?lang=pl`, { type: "email", email });
    await work();
    await confirm(await tokenIn(email));
    await work();
    const token = await unsubscribeTokenOf(await tokenIn(email));
    const page = await new Visitor().get<string>(`${PATH}?token=${token}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('lang="pl"');
    expect(page.body).toContain(`<form method="post" action="${PATH}?token=${token}"`);
    expect(page.body).not.toContain(email);
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    expect(await statusOf(email)).toBe("active");
    expect((await new Visitor().get(`${PATH}?token=${token}`)).status).toBe(200);
    await oneClick(token);
    const after = await new Visitor().get<string>(`${PATH}?token=${token}`);
    expect([after.status, after.body.includes("<form")]).toEqual([200, false]);
  });

  it("works with JSON and either token from an email", async () => {
    const [first, second] = [await subscribe(), await subscribe()];
    const answer = await new Visitor().post(PATH, { token: first.token });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    await new Visitor().post(PATH, { token: await unsubscribeTokenOf(second.token) });
    expect([await statusOf(first.email), await statusOf(second.email)]).toEqual([
      "unsubscribed",
      "unsubscribed",
    ]);
  });

  it("is the only thing its token allows", async () => {
    const { email, token } = await subscribe();
    const oneClickToken = await unsubscribeTokenOf(token);
    const visitor = new Visitor();
    expect((await visitor.post(`${ROOT}/preferences`, { token: oneClickToken })).status).toBe(404);
    const body = { token: oneClickToken, events: ["incident.created"], resubscribe: true };
    expect((await visitor.put(`${ROOT}/preferences`, body)).status).toBe(404);
    expect((await confirm(oneClickToken)).status).toBe(404);
    expect(await statusOf(email)).toBe("active");
  });

  it("with an unknown or a confirmation link returns a page with 404", async () => {
    const email = freshEmail();
    await signUp({ email });
    await work();
    for (const token of [UNKNOWN, "x", await tokenIn(email)]) {
      const answer = await oneClick(token);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect((await new Visitor().get(`${PATH}?token=${token}`)).status).toBe(404);
      expect((await new Visitor().post(PATH, { token })).status).toBe(404);
    }
    expect((await new Visitor().get(PATH)).status).toBe(404);
    expect((await new Visitor().post(PATH, {})).status).toBe(400);
  });

  it("logs no token", async () => {
    const { token } = await subscribe();
    const oneClickToken = await unsubscribeTokenOf(token);
    const lines: string[] = [];
    const spies = (["log", "info", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...parts) => void lines.push(parts.join(" "))),
    );
    try {
      const request = new Request(`${ORIGIN}${PATH}?token=${oneClickToken}`);
      await worker.fetch(
        request as Parameters<typeof worker.fetch>[0],
        { ...bindings, LOG_LEVEL: "info" },
        createExecutionContext(),
      );
    } finally {
      for (const spy of spies) spy.mockRestore();
      setLogLevel("error");
    }
    expect(lines.filter((line) => line.includes("[redacted]"))).toHaveLength(1);
    expect(lines.join()).not.toContain(oneClickToken);
  });
});
