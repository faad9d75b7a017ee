import { beforeAll, describe, expect, it } from "vitest";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { drain } from "../../durable/subscriber/audience.ts";
import { eventually } from "../../eventually.ts";
import { bindings, freshAddress, handle, ORIGIN, setUp, type Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";
import { ALL_ON, freshEmail, holdQueue, mailsTo, openSubscriptions, tokenIn, work } from "./visitor.ts";

const ADMIN = "/api/v1/admin";
const OTHER = `${ADMIN}/pages/customers`;
const SUBSCRIPTIONS = "/api/v1/public/subscriptions";

let admin: Visitor;
let own: { id: number };
let main: { id: number };

holdQueue();

beforeAll(async () => {
  admin = await setUp();
  [main, own] = [await addBeating(admin, "Zanzibar main"), await addBeating(admin, "Customer ledger")];
  await place(admin, [main as never], []);
  await admin.post(`${ADMIN}/pages`, { key: "customers", name: "Acme Customers" });
  const card = { id: "c", type: "monitor", monitorId: own.id };
  await admin.put(`${OTHER}/layout`, { tree: { id: "root", type: "page", children: [card] } });
  await openSubscriptions(admin);
  const switched = await admin.put(`${OTHER}/subscriptions/settings`, ALL_ON);
  expect([switched.status, switched.body]).toEqual([200, expect.objectContaining({ allowEmail: true })]);
}, 60_000);

async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  forgetPage();
  const response = await handle(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN, "CF-Connecting-IP": freshAddress() },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function follow(prefix: string, email: string): Promise<string> {
  expect(await post(prefix + SUBSCRIPTIONS, { type: "email", email })).toMatchObject({ status: 202 });
  await work();
  const token = await tokenIn(email);
  expect(await post(`${prefix}${SUBSCRIPTIONS}/confirm`, { token })).toMatchObject({ status: 200 });
  await work();
  return await tokenIn(email);
}

const listed = async (root: string) =>
  (await admin.get<{ items: { email: string; id: number }[] }>(`${root}/subscribers`)).body.items;

async function publish(title: string, body: object): Promise<void> {
  const given = { title, status: "investigating", impact: "minor", body: "Looking.", ...body };
  expect((await admin.post(`${ADMIN}/incidents`, { ...given, notifySubscribers: true })).status).toBe(201);
  // The fan-out is stored after the response.
  await eventually(async () => {
    await drain();
    const stored = bindings.DB.prepare("SELECT finished_at AS at FROM fanouts WHERE title = ?").bind(title);
    expect((await stored.first<{ at: number | null }>())?.at).toBeTypeOf("number");
  });
}

const subjectsOf = async (email: string, word: string) =>
  (await mailsTo(email)).filter((mail) => mail.includes(word)).length;

describe("subscribers of several pages", () => {
  it("follow each page separately, with emails containing that page's name and links", async () => {
    const email = freshEmail();
    const [mainToken, ownToken] = [await follow("", email), await follow("/p/customers", email)];
    expect(mainToken).not.toBe(ownToken);
    const welcome = ((await mailsTo(email)).at(-1) ?? "").replaceAll("=\r\n", "");
    expect(welcome).toContain("Acme Customers");
    expect(welcome).toContain("/p/customers/");
    expect((await listed(ADMIN)).filter((one) => one.email === email)).toHaveLength(1);
    expect((await listed(OTHER)).filter((one) => one.email === email)).toHaveLength(1);
  });

  it("are notified only of changes on their page", async () => {
    const [onMain, onOwn] = [freshEmail(), freshEmail()];
    await follow("", onMain);
    await follow("/p/customers", onOwn);
    await publish("Ledgerbroken", { monitorIds: [own.id] });
    await publish("Zanzibarbroken", { monitorIds: [main.id] });
    await publish("Pagewidehere", { pageKeys: ["customers"] });
    expect(await subjectsOf(onMain, "Ledgerbroken")).toBe(0);
    expect(await subjectsOf(onMain, "Pagewidehere")).toBe(0);
    expect(await subjectsOf(onMain, "Zanzibarbroken")).toBe(1);
    expect(await subjectsOf(onOwn, "Ledgerbroken")).toBe(1);
    expect(await subjectsOf(onOwn, "Pagewidehere")).toBe(1);
    expect(await subjectsOf(onOwn, "Zanzibarbroken")).toBe(0);
    for (const mail of await mailsTo(onOwn)) expect(mail).not.toContain("Zanzibar");
  });

  it("are counted for each page that will show an event", async () => {
    const count = async (query: string, root = ADMIN) =>
      (await admin.get(`${root}/subscribers/count?type=${query}`)).body;
    const pageOf = (key: string) => expect.objectContaining({ key });
    for (const [query, keys] of [
      [`incident.created&monitorIds=${own.id}`, ["customers"]],
      [`incident.created&monitorIds=${main.id},${own.id}`, ["main", "customers"]],
      ["incident.created", ["main"]],
      ["incident.created&pageKeys=customers", ["customers"]],
      ["maintenance.scheduled", ["main", "customers"]],
    ] as const) {
      const { count: total, pages } = (await count(query)) as unknown as {
        count: number;
        pages: { key: string; count: number }[];
      };
      expect([query, pages]).toEqual([query, keys.map(pageOf)]);
      expect(total).toBe(pages.reduce((sum, one) => sum + one.count, 0));
      expect(pages.every((one) => one.count > 0)).toBe(true);
    }
    for (const query of ["incident.created", "maintenance.scheduled"])
      expect(await count(query, OTHER)).toMatchObject({
        pages: [{ key: "customers", name: "Acme Customers" }],
      });
  });

  it("have deliveries that only their own page lists, returns and retries", async () => {
    const [onMain, onOwn] = [freshEmail(), freshEmail()];
    await follow("", onMain);
    await follow("/p/customers", onOwn);
    await publish("Bothbroken", { monitorIds: [main.id, own.id] });
    const deliveriesOf = async (root: string, query = "") =>
      (
        await admin.get<{ items: { id: number; destination: string; title: string }[]; total: number }>(
          `${root}/subscribers/deliveries?limit=100${query}`,
        )
      ).body;
    for (const [root, mine, theirs] of [
      [ADMIN, onMain, onOwn],
      [OTHER, onOwn, onMain],
    ] as const) {
      for (const query of ["", "&sort=worst", "&status=delivered"]) {
        const { items, total } = await deliveriesOf(root, query);
        const destinations = items.map(({ destination }) => destination);
        expect([query, destinations.includes(mine), destinations.includes(theirs)]).toEqual([
          query,
          true,
          false,
        ]);
        expect(total).toBe(items.length);
      }
    }
    const delivery = (await deliveriesOf(OTHER)).items.find(({ destination }) => destination === onOwn);
    expect((await admin.get(`${OTHER}/subscribers/deliveries/${delivery?.id}`)).status).toBe(200);
    expect((await admin.get(`${ADMIN}/subscribers/deliveries/${delivery?.id}`)).status).toBe(404);
    expect((await admin.post(`${ADMIN}/subscribers/deliveries/${delivery?.id}/retry`)).status).toBe(404);
    expect((await admin.post(`${OTHER}/subscribers/deliveries/${delivery?.id}/retry`)).status).toBe(409);
  });

  it("can use their link only on their own page", async () => {
    const token = await follow("/p/customers", freshEmail());
    expect((await post(`${SUBSCRIPTIONS}/preferences`, { token })).status).toBe(404);
    expect((await post(`${SUBSCRIPTIONS}/unsubscribe`, { token })).status).toBe(404);
    expect((await post(`/p/customers${SUBSCRIPTIONS}/preferences`, { token })).status).toBe(200);
    expect((await post(`/p/customers${SUBSCRIPTIONS}/unsubscribe`, { token })).status).toBe(200);
  });

  it("can be exported across all pages, and are deleted separately", async () => {
    const email = freshEmail();
    await follow("", email);
    await follow("/p/customers", email);
    const csv = async (query: string) =>
      String((await admin.get<string>(`${ADMIN}/subscribers/export${query}`)).body);
    const lines = (await csv("?pages=all")).split("\r\n").filter((line) => line.includes(email));
    expect(lines.map((line) => line.split(",").at(-1))).toEqual(["main", "customers"]);
    const [row] = (await listed(OTHER)).filter((one) => one.email === email);
    expect((await admin.delete(`${ADMIN}/subscribers/${row?.id}`)).status).toBe(404);
    expect((await admin.delete(`${OTHER}/subscribers/${row?.id}`)).status).toBe(204);
    for (const root of [ADMIN, OTHER])
      expect((await listed(root)).filter((one) => one.email === email)).toEqual([]);
  });

  it("are counted in their page's details, and deleted with it", async () => {
    const { body } = await admin.get<{ contents: { subscribers: number } }>(OTHER);
    expect(body.contents.subscribers).toBeGreaterThan(0);
    expect((await admin.delete(`${OTHER}?confirm=Acme%20Customers`)).status).toBe(204);
    const left = await bindings.DB.prepare(
      "SELECT count(*) AS n FROM subscribers WHERE page_id <> 1",
    ).first();
    expect(left).toEqual({ n: 0 });
  });
});
