import { beforeAll, describe, expect, it } from "vitest";
import type { Branding } from "../../../src/schema/branding.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Page } from "../../../src/schema/page.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { eventually } from "../../eventually.ts";
import { addToken, addUser, bindings, setUp, signIn, Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const PAGES = `${ADMIN}/pages`;
const PAGE = "/api/v1/public/page";
const INCIDENTS = { id: "incidents", type: "incidents" };

let admin: Visitor;
let mine: Monitor;
let theirs: Monitor;

const treeOf = ({ id }: Monitor) => ({
  tree: { id: "root", type: "page", children: [{ id: "m", type: "monitor", monitorId: id }, INCIDENTS] },
});

beforeAll(async () => {
  admin = await setUp();
  [mine, theirs] = [await addBeating(admin, "Mine"), await addBeating(admin, "Theirs")];
  await place(admin, [mine], [INCIDENTS]);
  await addPage("acme");
  await admin.put(`${PAGES}/acme/layout`, treeOf(theirs));
});

async function addPage(key: string, more: object = {}): Promise<void> {
  expect((await admin.post<Page>(PAGES, { key, name: key, ...more })).status).toBe(201);
}

async function upload(root: string, fill: number): Promise<string> {
  const bytes = new Uint8Array(64).fill(fill);
  bytes.set([0x89, ...new TextEncoder().encode("PNG\r\n\x1a\n")]);
  const body = new FormData();
  body.append("file", new File([bytes], "logo.png", { type: "image/png" }));
  const request = new Request("http://x", { method: "POST", body });
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  const bytesSent = new Response(await request.arrayBuffer()).body!;
  const reply = await admin.send<Branding>("POST", `${root}/logo`, { body: bytesSent, headers });
  return reply.body.logoUrl ?? "";
}

async function titlesOn(prefix: string): Promise<string[]> {
  forgetPage();
  const { body } = await new Visitor().get<PublicPage>(prefix + PAGE);
  return body.incidents.map(({ title }) => title);
}

describe("between pages", () => {
  it("an image stays until the last page stops using it", async () => {
    const url = await upload(`${ADMIN}/branding`, 1);
    await addPage("copied", { copyFrom: "main" });
    expect(await upload(`${PAGES}/acme/branding`, 1)).toBe(url);
    await admin.patch(`${PAGES}/acme/branding`, { customCss: `body { background: url(${url}) }` });
    const status = async () => (await new Visitor().get(url)).status;
    await upload(`${ADMIN}/branding`, 2);
    expect(await status()).toBe(200);
    await admin.delete(`${PAGES}/copied/branding/logo`);
    await admin.delete(`${PAGES}/acme/branding/logo`);
    expect(await status()).toBe(200);
    await upload(`${PAGES}/acme/branding`, 1);
    await admin.patch(`${PAGES}/acme/branding`, { customCss: "" });
    await admin.delete(`${PAGES}/acme/branding/logo`);
    expect(await status()).toBe(404);
  });

  it("an image is deleted with its page, unless another page uses it", async () => {
    const url = await upload(`${ADMIN}/branding`, 3);
    await addPage("brief");
    const own = await upload(`${PAGES}/brief/branding`, 4);
    await admin.patch(`${PAGES}/brief/branding`, { logoDarkUrl: url });
    expect((await admin.delete(`${PAGES}/brief?confirm=brief`)).status).toBe(204);
    const statuses = [url, own].map(async (one) => (await new Visitor().get(one)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    await admin.delete(`${ADMIN}/branding/logo`);
  });

  it("an update moves an incident of the whole page to its component's page", async () => {
    const wanted = { title: "Moved", status: "investigating", impact: "minor", body: "Looking." };
    const { body } = await admin.post<{ id: number }>(`${ADMIN}/incidents`, wanted);
    await eventually(async () => expect(await titlesOn("")).toEqual(["Moved"]));
    const components = [{ monitorId: theirs.id, status: "partial_outage" }];
    const update = { status: "identified", body: "Found.", components };
    await admin.post(`${ADMIN}/incidents/${body.id}/updates`, update);
    await eventually(async () => {
      expect([await titlesOn(""), await titlesOn("/p/acme")]).toEqual([[], ["Moved"]]);
    });
  });

  it("a token previews public pages only", async () => {
    const token = await addToken(admin, ["appearance:write"]);
    const preview = async (by: Visitor) =>
      (await by.post(`${PAGES}/acme/layout/preview`, treeOf(mine))).status;
    expect(await preview(token)).toBe(200);
    await admin.put(`${PAGES}/acme/access`, { mode: "users" });
    expect([await preview(token), await preview(admin)]).toEqual([403, 200]);
    await admin.put(`${PAGES}/acme/access`, { mode: "password", password: "a password of theirs" });
    expect(await preview(token)).toBe(403);
    await admin.put(`${PAGES}/acme/access`, { mode: "public" });
  });

  it("a viewer of a deleted page can't open a later one with its key", async () => {
    const viewer = await addUser("viewer");
    await addPage("old");
    await admin.patch(`${ADMIN}/users/${viewer.id}/role`, { role: "viewer", pageKeys: ["old", "acme"] });
    await admin.delete(`${PAGES}/old?confirm=old`);
    await addPage("old");
    await admin.put(`${PAGES}/old/access`, { mode: "users" });
    const again = await signIn(viewer.email, viewer.password);
    expect((await again.get("/p/old/")).status).toBe(404);
    const row = await bindings.DB.prepare("SELECT page_keys FROM users WHERE id = ?").bind(viewer.id).first();
    expect(row).toEqual({ page_keys: '["acme"]' });
  });
});
