import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { secretBoxOf } from "../../../src/env.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Preferences } from "../../../src/schema/sign_up.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";
import {
  ALL_ON,
  confirm,
  findRow,
  freshEmail,
  holdQueue,
  openSubscriptions,
  ROOT,
  setSubscriptions,
  signUp,
  subscribe,
  tokenIn,
  work,
} from "./visitor.ts";

const HOOK = {
  type: "webhook",
  webhookUrl: "https://8.8.8.8/hook",
  webhookHeaders: { Authorization: "first", "X-Team": "ops" },
};
const EVENTS = { events: ["incident.created"] };
let admin: Visitor;
let shop: Monitor;
let mail: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  mail = await addBeating(admin, "Mail");
  await admin.patch(`/api/v1/admin/monitors/${mail.id}`, { tags: [{ label: "core", color: "#112233" }] });
  await openSubscriptions(admin);
  holdQueue();
});

beforeEach(async () => {
  await place(admin, [shop, mail]);
  await setSubscriptions(admin, ALL_ON);
});

const read = async (token: string) =>
  (await new Visitor().post<Preferences>(`${ROOT}/preferences`, { token })).body;
const write = async (token: string, change: object) =>
  await new Visitor().put<Preferences & { problems?: { path: string }[] }>(`${ROOT}/preferences`, {
    token,
    ...EVENTS,
    ...change,
  });

async function headersOf(email: string): Promise<Record<string, string | null>> {
  const row = await findRow(email);
  const box = await secretBoxOf(bindings);
  const sealed = Object.entries(JSON.parse(String(row?.["webhook_headers"])) as Record<string, string>);
  const open = sealed.map(async ([name, value]) => {
    return [name, await box.open(value, `subscriber/${row?.["seal_name"]}/headers/${name}`)] as const;
  });
  return Object.fromEntries(await Promise.all(open));
}

describe("preferences", () => {
  it("are returned for a link from an email, without header values", async () => {
    const { email, token } = await subscribe({ ...HOOK, monitorIds: [shop.id], tags: ["core"] });
    expect(await read(token)).toEqual({
      purpose: "manage",
      status: "active",
      type: "webhook",
      destination: HOOK.webhookUrl,
      email,
      events: ALL_ON.allowedEvents,
      monitorIds: [shop.id],
      tags: ["core"],
      webhookMethod: "POST",
      webhookHeaders: { Authorization: "", "X-Team": "" },
      notifyOnFailure: true,
      lastError: null,
      expiresAt: null,
    });
  });

  it("keep omitted settings, and change given ones", async () => {
    const { email, token } = await subscribe({ ...HOOK, monitorIds: [shop.id], tags: ["core"] });
    const kept = await write(token, {});
    expect(kept.status).toBe(200);
    expect(kept.body).toMatchObject({ ...EVENTS, monitorIds: [shop.id], tags: ["core"] });
    const change = { monitorIds: [], tags: [], webhookMethod: "PATCH", notifyOnFailure: false };
    expect((await write(token, change)).body).toMatchObject(change);
    expect(await read(token)).toMatchObject({ ...EVENTS, ...change });
    expect(await headersOf(email)).toEqual({ Authorization: "first", "X-Team": "ops" });
  });

  it("keep the saved value of a header sent empty, and delete omitted headers", async () => {
    const { email, token } = await subscribe(HOOK);
    const webhookHeaders = { authorization: "", "X-New": "made" };
    expect((await write(token, { webhookHeaders })).body.webhookHeaders).toEqual({
      Authorization: "",
      "X-New": "",
    });
    expect(await headersOf(email)).toEqual({ Authorization: "first", "X-New": "made" });
    await write(token, { webhookHeaders: { Authorization: "second" } });
    expect(await headersOf(email)).toEqual({ Authorization: "second" });
    const missing = await write(token, { webhookHeaders: { "X-Never": "" } });
    expect([missing.status, missing.body.problems?.[0]?.path]).toEqual([400, "webhookHeaders.X-Never"]);
    expect((await write(token, { webhookHeaders: { Host: "x" } })).status).toBe(400);
  });

  it("are rejected without events, or with components that aren't on the page", async () => {
    const { token } = await subscribe();
    expect((await write(token, { events: [] })).status).toBe(400);
    expect((await write(token, { events: undefined })).status).toBe(400);
    expect((await write(token, { monitorIds: [999] })).status).toBe(400);
    expect((await write(token, { tags: ["nobody's"] })).status).toBe(400);
  });

  it("can keep a component removed from the page, even when components are disabled", async () => {
    const { token } = await subscribe({ monitorIds: [shop.id], tags: ["core"] });
    await place(admin, [mail]);
    const kept = { monitorIds: [shop.id], tags: ["core"] };
    expect((await write(token, kept)).status).toBe(200);
    await setSubscriptions(admin, { allowComponentScope: false });
    expect((await write(token, kept)).status).toBe(200);
    expect((await write(token, { monitorIds: [shop.id, mail.id] })).status).toBe(400);
    expect((await write(token, { monitorIds: [], tags: [] })).status).toBe(200);
  });

  it("don't tell why this service's email server failed", async () => {
    for (const body of [{}, HOOK]) {
      const { email, token } = await subscribe(body);
      await bindings.DB.prepare(
        "UPDATE subscribers SET last_error = 'mail.inside.example: 535' WHERE email = ?",
      )
        .bind(email)
        .run();
      expect(await read(token)).toMatchObject({ status: "active", lastError: null });
    }
  });

  it("resume a paused subscription without failures, and reactivate an ended one", async () => {
    const { email, token } = await subscribe(HOOK);
    const set = async (change: string) =>
      await bindings.DB.prepare(`UPDATE subscribers SET ${change} WHERE email = ?`).bind(email).run();
    await set("status = 'disabled', failures = 5, last_error = 'It returned 500.', confirmed_at = 1");
    expect(await read(token)).toMatchObject({ status: "disabled", lastError: "It returned 500." });
    expect((await write(token, {})).body.status).toBe("disabled");
    expect((await write(token, { resubscribe: true })).body).toMatchObject({
      status: "active",
      lastError: null,
    });
    expect(await findRow(email)).toMatchObject({ status: "active", failures: 0 });
    await set("status = 'unsubscribed', confirmed_at = 1");
    expect((await write(token, { resubscribe: true })).body.status).toBe("active");
    expect((await findRow(email))?.["confirmed_at"]).toBeGreaterThan(1);
  });
});

describe("a subscription token", () => {
  it("works only for its own purpose", async () => {
    const email = freshEmail();
    await signUp({ email });
    await work();
    const confirmation = await tokenIn(email);
    expect(await read(confirmation)).toMatchObject({ purpose: "confirm", status: "pending", email });
    expect((await read(confirmation)).expiresAt).toBeGreaterThan(Date.now());
    expect((await write(confirmation, {})).status).toBe(404);
    await confirm(confirmation);
    expect(await read(confirmation)).toMatchObject({ purpose: "confirm", status: "active", expiresAt: null });
    await work();
    const manage = await tokenIn(email);
    expect((await confirm(manage)).status).toBe(404);
    expect(new Set([confirmation, manage]).size).toBe(2);
  });

  it("that is unknown gets 404, and one that isn't a string 400", async () => {
    const visitor = new Visitor();
    for (const token of ["", "x", "A".repeat(43), "../../etc", "%00"]) {
      const reply = await visitor.post<{ code: string }>(`${ROOT}/preferences`, { token });
      expect([token, reply.status, reply.body.code]).toEqual([token, 404, "LINK_UNKNOWN"]);
    }
    for (const body of [{}, { token: 1 }, { token: "A".repeat(500) }, []])
      expect((await visitor.post(`${ROOT}/confirm`, body)).status).toBe(400);
  });
});
