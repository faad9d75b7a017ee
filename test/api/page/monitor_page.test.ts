import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { setUp, Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
let admin: Visitor;
let shop: Monitor;
let blog: Monitor;
let inner: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop", "down");
  inner = await addBeating(admin, "Ledger");
  blog = await addBeating(admin, "Blog");
  await place(admin, [shop, blog]);
});

afterEach(() => forgetPage());

async function read(path: string): Promise<{ status: number; html: string }> {
  forgetPage();
  const reply = await new Visitor().get<string>(path);
  return { status: reply.status, html: String(reply.body) };
}

async function report(title: string, monitors: readonly Monitor[]): Promise<void> {
  const monitorIds = monitors.map(({ id }) => id);
  const incident = { title, impact: "minor", status: "investigating", monitorIds, body: "We are on it." };
  const made = await admin.post(`${ADMIN}/incidents`, incident);
  expect(made).toMatchObject({ status: 201 });
}

describe("a monitor's page", () => {
  it("is linked from its card, and shows its status, calendar and incidents", async () => {
    await report("The shop is slow", [shop]);
    await report("Elsewhere", [blog]);
    expect((await read("/")).html).toContain(`href="/monitor/${shop.id}"`);
    const { status, html } = await read(`/monitor/${shop.id}`);
    expect(status).toBe(200);
    expect(html).toContain("<title>Shop – Status Page</title>");
    expect(html).toContain("Uptime by day");
    expect(html).toContain("The shop is slow");
    expect(html).not.toContain("Elsewhere");
    expect(html.match(/<li class="[a-z] on\d"/g)).toHaveLength(1);
  });

  it("has links for a day, a week, a month and 90 days of response times", async () => {
    const made = await admin.post<Monitor>(`${ADMIN}/monitors`, {
      name: "Website",
      type: "https",
      intervalSecs: 86_400,
      config: { url: "http://127.0.0.1:9/" },
    });
    await place(admin, [shop, blog, made.body]);
    const path = `/monitor/${made.body.id}`;
    const { html } = await read(path);
    for (const query of ["", "?days=7", "?days=30", "?days=90"])
      expect(html).toContain(`href="${path}${query}"`);
    const chosen = /href="([^"]*)" aria-current="true"/.exec((await read(`${path}?days=30`)).html)?.[1];
    expect(chosen).toBe(`${path}?days=30`);
    expect((await read(`${path}?days=31`)).html).toContain(`href="${path}" aria-current="true"`);
  });

  it("returns 404 for monitors that aren't on the page", async () => {
    for (const id of [inner.id, 999_999]) {
      const { status, html } = await read(`/monitor/${id}`);
      expect(status).toBe(404);
      expect(html).not.toContain("Ledger");
    }
  });
});
