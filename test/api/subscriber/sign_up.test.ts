import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { takeRequests } from "../../../src/service/subscriber/request.ts";
import { addUser, bindings, freshAddress, handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { statementsDuring } from "../d1_reads.ts";
import { addBeating, place } from "../page/placed.ts";
import { pageAddress } from "../page_under_test.ts";
import {
  ALL_ON,
  confirm,
  findRow,
  freshEmail,
  holdQueue,
  letTimePass,
  mailsTo,
  openSubscriptions,
  ROOT,
  setSubscriptions,
  signUp,
  subscribe,
  takeJobs,
  tokenIn,
  work,
} from "./visitor.ts";

const HOOK = { type: "webhook", webhookUrl: "https://8.8.8.8/hook" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
let admin: Visitor;
let shop: Monitor;
let hidden: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  hidden = await addBeating(admin, "Backoffice");
  for (const { id } of [shop, hidden])
    await admin.patch(`/api/v1/admin/monitors/${id}`, { tags: [{ label: `tag-${id}`, color: "#112233" }] });
  await place(admin, [shop]);
  await openSubscriptions(admin);
  holdQueue();
});

beforeEach(async () => {
  takeJobs();
  await bindings.DB.prepare("DELETE FROM subscriber_requests").run();
  await setSubscriptions(admin, ALL_ON);
});

const requests = async () =>
  (await bindings.DB.prepare("SELECT * FROM subscriber_requests ORDER BY id").all()).results;

async function addressesInEachState(): Promise<Record<string, string>> {
  const [fresh, pending] = [freshEmail(), freshEmail()];
  await signUp({ email: pending });
  await work();
  const [active, paused, ended] = [await subscribe(), await subscribe(), await subscribe()];
  await bindings.DB.prepare("UPDATE subscribers SET status = 'disabled' WHERE email = ?")
    .bind(paused.email)
    .run();
  await new Visitor().post(`${ROOT}/unsubscribe`, { token: ended.token });
  return { fresh, pending, active: active.email, paused: paused.email, unsubscribed: ended.email };
}

describe("signing up", () => {
  it("gives the same response and does the same work for every state of an address", async () => {
    const addresses = await addressesInEachState();
    const { GATE } = bindings;
    const asked = vi.spyOn(GATE, "get");
    const seen = [];
    for (const [state, email] of Object.entries(addresses)) {
      const body = { type: "email", email, events: ["incident.created"] };
      let reply = await new Visitor().post(ROOT, body);
      asked.mockClear();
      const statements = await statementsDuring(async () => {
        reply = await new Visitor().post(ROOT, body);
      });
      const headers = [...reply.headers].filter(([name]) => name !== "x-request-id");
      const figures = { statements, gates: asked.mock.calls.length, status: reply.status, headers };
      seen.push({ ...figures, body: reply.body });
      expect([state, figures.status, reply.body]).toEqual([state, 202, { ok: true }]);
    }
    asked.mockRestore();
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toMatchObject({ statements: 2, gates: 1 });
    expect(await requests()).toHaveLength(2 * Object.keys(addresses).length);
    await work();
    expect(await requests()).toEqual([]);
  });

  it("is confirmed with a link in an email, and followed by a welcome email with another link", async () => {
    const email = freshEmail();
    await signUp({ email: ` ${email.toUpperCase()} `, events: ["incident.resolved", "incident.created"] });
    await work();
    expect(await findRow(email)).toMatchObject({
      status: "pending",
      events: '["incident.created","incident.resolved"]',
      confirmed_at: null,
    });
    const first = await tokenIn(email);
    expect(await confirm(first)).toMatchObject({ status: 200, body: { status: "active" } });
    await work();
    const second = await tokenIn(email);
    expect(second).not.toBe(first);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(JSON.stringify(await findRow(email))).not.toMatch(new RegExp(`${first}|${second}`));
  });

  it("includes everything available by default", async () => {
    const email = freshEmail();
    await setSubscriptions(admin, { allowedEvents: ["incident.created", "maintenance.scheduled"] });
    await signUp({ email });
    await work();
    expect(await findRow(email)).toMatchObject({
      events: '["incident.created","maintenance.scheduled"]',
      monitor_ids: "[]",
      tags: "[]",
    });
  });

  it("uses the language of the page", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const email = freshEmail();
    await new Visitor().post(`${ROOT}?lang=pl`, { type: "email", email });
    await work();
    expect(await findRow(email)).toMatchObject({ locale: "pl" });
  });

  it("for a webhook encrypts its headers, and sends a confirmation to the contact address", async () => {
    const email = freshEmail();
    const webhookHeaders = { Authorization: "Bearer of-the-visitor", "X-Team": "ops" };
    await signUp({ ...HOOK, email, webhookMethod: "PUT", webhookHeaders, notifyOnFailure: false });
    expect(JSON.stringify(await requests())).not.toContain("of-the-visitor");
    await work();
    const row = await findRow(email);
    expect(row).toMatchObject({
      type: "webhook",
      destination: "https://8.8.8.8/hook",
      webhook_method: "PUT",
      notify_on_failure: 0,
    });
    expect(JSON.stringify(row)).not.toContain("of-the-visitor");
    expect(Object.keys(JSON.parse(String(row?.["webhook_headers"])))).toEqual(["Authorization", "X-Team"]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it.each([
    ["unchecked", {}, 0],
    ["checked", { notifyOnFailure: "on" }, 1],
  ])("for a webhook works as a form without JavaScript, with its checkbox %s", async (_, box, stored) => {
    const email = freshEmail();
    const fields = { ...HOOK, webhookUrl: `https://8.8.8.8/${stored}`, email, scope: "all", ...box };
    const body = new URLSearchParams(fields).toString();
    const headers = { ...FORM, "CF-Connecting-IP": freshAddress() };
    const reply = await handle(new Request(ORIGIN + ROOT, { method: "POST", headers, body }));
    expect(reply.status).toBe(202);
    await work();
    expect(await findRow(email)).toMatchObject({ notify_on_failure: stored });
  });

  it("with the hidden honeypot field filled gets the same response, and is ignored", async () => {
    const email = freshEmail();
    const reply = await signUp({ email, website: "https://spam.example" });
    expect([reply.status, reply.body]).toEqual([202, { ok: true }]);
    expect(await signUp({ website: "x", type: "nothing" })).toMatchObject({ status: 202 });
    expect(await requests()).toEqual([]);
    expect(takeJobs()).toEqual([]);
  });
});

describe("a sign-up is rejected", () => {
  const refusals: [string, () => object, string][] = [
    ["without an address", () => ({}), "email"],
    ["with an invalid address", () => ({ email: "nobody" }), "email"],
    ["with an unknown type", () => ({ type: "fax", email: "a@example.com" }), "type"],
    ["without an event", () => ({ email: "a@example.com", events: [] }), "events"],
    ["with an unknown event", () => ({ email: "a@example.com", events: ["x"] }), "events[0]"],
    ["without a webhook URL", () => ({ type: "webhook", email: "a@example.com" }), "webhookUrl"],
    [
      "with a webhook URL over http",
      () => ({ ...HOOK, webhookUrl: "http://8.8.8.8/", email: "a@example.com" }),
      "webhookUrl",
    ],
    [
      "with a file URL",
      () => ({ ...HOOK, webhookUrl: "file:///etc/passwd", email: "a@example.com" }),
      "webhookUrl",
    ],
    [
      "with a URL on localhost",
      () => ({ ...HOOK, webhookUrl: "https://127.1/", email: "a@example.com" }),
      "webhookUrl",
    ],
    [
      "with credentials in the URL",
      () => ({ ...HOOK, webhookUrl: "https://u:p@8.8.8.8/", email: "a@example.com" }),
      "webhookUrl",
    ],
    [
      "with another method",
      () => ({ ...HOOK, webhookMethod: "GET", email: "a@example.com" }),
      "webhookMethod",
    ],
    ["with a hidden monitor", () => ({ email: "a@example.com", monitorIds: [hidden.id] }), "monitorIds[0]"],
    [
      "with an unknown monitor",
      () => ({ email: "a@example.com", monitorIds: [shop.id, 999] }),
      "monitorIds[1]",
    ],
    [
      "with a hidden monitor's tag",
      () => ({ email: "a@example.com", tags: [`tag-${hidden.id}`] }),
      "tags[0]",
    ],
  ];
  it.each(refusals)("%s", async (_name, body, path) => {
    const reply = await new Visitor().post<{ problems?: { path: string }[] }>(ROOT, {
      type: "email",
      ...body(),
    });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
    expect(await requests()).toEqual([]);
  });

  it.each<[string, object]>([
    ["badUrl", { webhookUrl: "http://8.8.8.8/" }],
    ["badUrl", { webhookUrl: undefined }],
    ["urlLogin", { webhookUrl: "https://u:p@8.8.8.8/" }],
    ["urlPrivate", { webhookUrl: "https://10.0.0.1/" }],
    ["badHeaderName", { webhookHeaders: { "a b": "x" } }],
    ["headerReserved", { webhookHeaders: { Host: "x" } }],
    ["headerTwice", { webhookHeaders: { "X-A": "x", "x-a": "x" } }],
    ["headerEmpty", { webhookHeaders: { "X-A": "" } }],
    ["badHeaderValue", { webhookHeaders: { "X-A": "ü" } }],
    ["tooLong", { webhookUrl: `https://8.8.8.8/${"a".repeat(2000)}` }],
    ["tooLong", { webhookHeaders: { "X-A": "x".repeat(2001) } }],
    ["notHere", { monitorIds: [999] }],
  ])("with a code that the page can translate, %s: %j", async (code, part) => {
    const body = { ...HOOK, email: freshEmail(), ...part };
    const reply = await new Visitor().post<{ problems: { code?: string }[] }>(ROOT, body);
    expect(reply.body.problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("with a page in its language if it was a form", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const refuse = async (fields: Record<string, string>) => {
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "CF-Connecting-IP": freshAddress(),
      };
      const body = new URLSearchParams(fields).toString();
      const answer = await handle(new Request(`${ORIGIN}${ROOT}?lang=pl`, { method: "POST", headers, body }));
      expect(answer.status).toBe(400);
      return await answer.text();
    };
    const hook = { type: "webhook", email: freshEmail(), events: "incident.created" };
    expect(await refuse({ ...hook, webhookUrl: "https://10.0.0.1/" })).toContain(
      "Ten adres jest prywatny lub zastrzeżony",
    );
    expect(await refuse({ ...hook, webhookUrl: `https://8.8.8.8/${"a".repeat(2000)}` })).toContain(
      "To jest za długie.",
    );
    expect(await refuse({ type: "email", email: "nobody" })).toContain("Wpisz adres e-mail.");
  });

  it.each([
    ..."Host Content-Type content-length Connection User-Agent cookie Transfer-Encoding TE Upgrade".split(
      " ",
    ),
    ..."X-SVC-Event x-svc-anything webhook-signature Proxy-Authorization X-Forwarded-For".split(" "),
    ...["a b", "x:y", ""],
  ])("with the header %j", async (name) => {
    const body = { ...HOOK, email: freshEmail(), webhookHeaders: { [name]: "x" } };
    const reply = await new Visitor().post<{ error: string }>(ROOT, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/is set by the service: leave it out|valid header name/);
  });

  it("with more than ten headers, a duplicate, an empty value, or a multi-line value", async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, "x"]));
    for (const webhookHeaders of [many, { "X-A": "x", "x-a": "x" }, { "X-A": "" }, { "X-A": "a\nb" }]) {
      const reply = await new Visitor().post(ROOT, { ...HOOK, email: freshEmail(), webhookHeaders });
      expect(reply.status).toBe(400);
    }
    const ten = Object.fromEntries(Object.entries(many).slice(1));
    expect((await signUp({ ...HOOK, email: freshEmail(), webhookHeaders: ten })).status).toBe(202);
  });

  it("with a webhook URL over http or at a private address, unless private addresses are allowed", async () => {
    const ask = async (webhookUrl: string, allowed: "true" | "false") => {
      const body = JSON.stringify({ ...HOOK, email: freshEmail(), webhookUrl });
      const headers = { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress() };
      const request = new Request(ORIGIN + ROOT, { method: "POST", headers, body });
      const env = { ...bindings, SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: allowed };
      const answer = await handle(request, env);
      return answer.status;
    };
    for (const url of ["http://8.8.8.8/", "https://10.0.0.1/", "http://[::1]:8080/", "https://localhost/"])
      expect([url, await ask(url, "false"), await ask(url, "true")]).toEqual([url, 400, 202]);
    expect(await ask("ftp://8.8.8.8/", "true")).toBe(400);
  });

  it("with components if those are disabled", async () => {
    await setSubscriptions(admin, { allowComponentScope: false });
    expect((await signUp({ email: freshEmail(), monitorIds: [shop.id] })).status).toBe(400);
    expect((await signUp({ email: freshEmail() })).status).toBe(202);
  });

  it("with 404 while subscriptions or their type are disabled, or email can't be sent", async () => {
    const both = async () => {
      const mail = await signUp({ email: freshEmail() });
      const hook = await signUp({ ...HOOK, email: freshEmail() });
      return [mail.status, hook.status];
    };
    expect(await both()).toEqual([202, 202]);
    await setSubscriptions(admin, { enabled: false });
    expect(await both()).toEqual([404, 404]);
    expect((await new Visitor().post(ROOT, { type: "nothing" })).status).toBe(404);
    await setSubscriptions(admin, { enabled: true, allowWebhook: false });
    expect(await both()).toEqual([202, 404]);
    await setSubscriptions(admin, { allowEmail: false, allowWebhook: true });
    expect(await both()).toEqual([404, 202]);
    await setSubscriptions(admin, ALL_ON);
    await bindings.DB.prepare(
      "UPDATE settings SET value = json_set(value, '$.host', '') WHERE name = 'smtp'",
    ).run();
    expect(await both()).toEqual([404, 404]);
    await openSubscriptions(admin);
    expect(await both()).toEqual([202, 202]);
  });

  it("with 429 after five from one network in 15 minutes, not counting rejected ones", async () => {
    const visitor = new Visitor("2001:db8:77::1");
    for (let i = 0; i < 7; i++) expect((await signUp({ email: "nobody" }, visitor)).status).toBe(400);
    for (let i = 0; i < 5; i++) expect((await signUp({ email: freshEmail() }, visitor)).status).toBe(202);
    const reply = await signUp({ email: "nobody" }, new Visitor("2001:db8:77::2"));
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(800);
  });

  it("with 401 on a private page for visitors who aren't signed in", async () => {
    const { visitor } = await addUser("viewer");
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    try {
      const email = freshEmail();
      const reply = await new Visitor().post<{ code: string }>(ROOT, { type: "email", email });
      expect([reply.status, reply.body.code]).toEqual([401, "STATUS_PAGE_PRIVATE"]);
      expect((await signUp({ email }, visitor)).status).toBe(202);
      await work();
      const token = await tokenIn(email);
      expect((await confirm(token)).status).toBe(401);
      expect((await confirm(token, visitor)).body.status).toBe("active");
      await work();
      const manage = { token: await tokenIn(email) };
      expect((await new Visitor().post(`${ROOT}/preferences`, manage)).status).toBe(401);
      expect((await visitor.post(`${ROOT}/preferences`, manage)).status).toBe(200);
      expect((await new Visitor().post(`${ROOT}/unsubscribe`, manage)).status).toBe(200);
    } finally {
      await admin.put("/api/v1/admin/status-page-access", { private: false });
    }
  });

  it("from another site if a user is signed in", async () => {
    const { visitor } = await addUser("viewer");
    const headers = { Origin: "https://evil.example" };
    const body = { type: "email", email: freshEmail() };
    expect((await visitor.post(ROOT, body, { headers })).status).toBe(403);
  });
});

describe("a sign-up form without JavaScript", () => {
  it("gets a page that explains the next step", async () => {
    const email = freshEmail();
    const fields = new URLSearchParams({ type: "email", email, website: "" });
    for (const event of ["incident.created", "incident.resolved"]) fields.append("events", event);
    fields.append("monitorIds", String(shop.id));
    const reply = await new Visitor().post<string>(ROOT, fields.toString(), { headers: FORM });
    expect(reply.status).toBe(202);
    expect(reply.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(reply.body).toContain("Check your email");
    expect(reply.body).not.toContain(email);
    await work();
    expect(await findRow(email)).toMatchObject({
      events: '["incident.created","incident.resolved"]',
      monitor_ids: `[${shop.id}]`,
    });
  });

  it("gets a page with the error, escaped, and the matching status", async () => {
    const send = async (text: string, visitor = new Visitor()) =>
      await visitor.post<string>(ROOT, text, { headers: FORM });
    const wrong = await send("type=email&email=nobody");
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain("Enter an email address.");
    const hostile = await send("type=%3Cscript%3Ehostile&email=a@example.com");
    expect([hostile.status, hostile.body.includes("<script>hostile")]).toEqual([400, false]);
    const visitor = new Visitor();
    for (let i = 0; i < 5; i++) await signUp({ email: freshEmail() }, visitor);
    const late = await send("type=email&email=a@example.com", visitor);
    expect([late.status, late.headers.has("Retry-After")]).toEqual([429, true]);
    expect(late.headers.get("Content-Type")).toContain("text/html");
  });
});

describe("sign-up emails", () => {
  async function signUpAtOnce(email: string): Promise<void> {
    await Promise.all([1, 2, 3, 4].map(() => signUp({ email, events: ["incident.created"] })));
    const ids = takeJobs().flatMap((job) => job.ids ?? []);
    await Promise.all(ids.map((id) => takeRequests(bindings, [id])));
    expect(await requests()).toEqual([]);
  }

  it("are sent to an address once in ten minutes, even for simultaneous requests", async () => {
    const email = freshEmail();
    await signUpAtOnce(email);
    expect(await mailsTo(email)).toHaveLength(1);
    await signUp({ email, events: ["incident.resolved"] });
    await work();
    expect(await mailsTo(email)).toHaveLength(1);
    await letTimePass();
    await signUpAtOnce(email);
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await confirm(await tokenIn(email))).status).toBe(200);
    await work();
    await signUpAtOnce(email);
    expect(await mailsTo(email)).toHaveLength(4);
    await signUpAtOnce(email);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it("are sent once for a message that is delivered several times", async () => {
    const email = freshEmail();
    await signUp({ email });
    const ids = takeJobs().flatMap((job) => job.ids ?? []);
    await Promise.all([takeRequests(bindings, ids), takeRequests(bindings, ids)]);
    await takeRequests(bindings, ids);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("are sent once in ten minutes per mailbox and per webhook URL", async () => {
    const [email, other] = [freshEmail(), freshEmail()];
    for (const name of ["a", "b"])
      await signUp({ ...HOOK, email, webhookUrl: `https://8.8.8.8/${email}/${name}` });
    await signUp({ email });
    await signUp({ ...HOOK, email: other, webhookUrl: `https://8.8.8.8/${email}/a` });
    await work();
    expect([(await mailsTo(email)).length, await mailsTo(other)]).toEqual([1, []]);
    await letTimePass();
    await signUp({ ...HOOK, email: other, webhookUrl: `https://8.8.8.8/${email}/a` });
    await signUp({ email });
    await work();
    expect([(await mailsTo(email)).length, (await mailsTo(other)).length]).toEqual([2, 1]);
  });

  it("contain a link for the requested choices, which apply only after confirmation", async () => {
    const email = freshEmail();
    await signUp({ email, events: ["incident.created"], monitorIds: [shop.id] });
    await work();
    await signUp({ email, events: ["incident.updated"] });
    await work();
    const own = { events: '["incident.created"]', monitor_ids: `[${shop.id}]` };
    expect(await findRow(email)).toMatchObject({ ...own, held: null });
    await letTimePass();
    await signUp({ email, events: ["incident.resolved"] });
    await work();
    expect(await findRow(email)).toMatchObject(own);
    const token = await tokenIn(email);
    const shown = await new Visitor().post<{ events: string[] }>(`${ROOT}/preferences`, { token });
    expect(shown.body.events).toEqual(["incident.resolved"]);
    expect((await confirm(token)).body.status).toBe("active");
    const agreed = { events: '["incident.resolved"]', monitor_ids: "[]", held: null };
    expect(await findRow(email)).toMatchObject(agreed);
    await work();
    await new Visitor().post(`${ROOT}/unsubscribe`, { token: await tokenIn(email) });
    await letTimePass();
    await signUp({ email, events: ["incident.updated"] });
    await work();
    expect(await findRow(email)).toMatchObject({
      ...agreed,
      status: "unsubscribed",
      held: expect.any(String),
    });
  });
});

describe("the page's URL", () => {
  it("is in every link", async () => {
    const { email } = await subscribe();
    for (const mail of await mailsTo(email)) expect(mail).toContain(`${pageAddress()}/#subscription=`);
  });
});
