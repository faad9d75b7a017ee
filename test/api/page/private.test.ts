import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { addToken, addUser, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const ROOT = "/api/v1/public";
const ACCESS = "/api/v1/admin/status-page-access";
let admin: Visitor;
let paths: string[];

beforeAll(async () => {
  admin = await setUp();
  const { id } = await addBeating(admin, "Secret shop");
  await place(admin, [{ id } as never]);
  paths = [
    `${ROOT}/page`,
    `${ROOT}/events`,
    `${ROOT}/monitor/${id}/uptime`,
    `${ROOT}/monitor/${id}/history`,
    `${ROOT}/badge/${id}.svg`,
    `${ROOT}/badge/${id}.json`,
  ];
  for (const path of paths) await new Visitor().get(path);
  await admin.put(ACCESS, { private: true });
});

afterAll(async () => {
  await admin.put(ACCESS, { private: false });
});

describe("a private page", () => {
  it("returns 401 for visitors, even right after it was public", async () => {
    for (const path of [...paths, `${ROOT}/monitor/999999/uptime`]) {
      const reply = await new Visitor().get<{ code: string; error: string }>(path);
      expect([path, reply.status, reply.body.code]).toEqual([path, 401, "STATUS_PAGE_PRIVATE"]);
      expect(JSON.stringify(reply.body)).not.toContain("Secret");
      expect(reply.headers.get("Cache-Control") ?? "no-store").toBe("no-store");
    }
  });

  it("stays private when a change omits it", async () => {
    expect((await admin.put(ACCESS, { ssoCreateViewers: true })).status).toBe(400);
    expect((await new Visitor().get("/")).status).toBe(401);
  });

  it("returns 200 for signed-in users with any role", async () => {
    for (const role of ["admin", "operator", "branding", "viewer"] as const) {
      const { visitor } = await addUser(role);
      for (const path of paths)
        expect([role, path, (await visitor.get(path)).status]).toEqual([role, path, 200]);
    }
  });

  it("caches nothing from signed-in users for visitors", async () => {
    forgetPage();
    const { visitor } = await addUser("viewer");
    const html = await visitor.get("/");
    expect(html.headers.get("Cache-Control")).toBe("private, no-store");
    for (const path of paths) await visitor.get(path);
    for (const path of paths) expect((await new Visitor().get(path)).status).toBe(401);
    expect((await new Visitor().get("/")).status).toBe(401);
  });

  it("rejects API tokens with any permissions", async () => {
    const token = await addToken(admin, ["monitors:read", "appearance:write"]);
    for (const path of [...paths, "/", "/history", "/incidents/1", "/nothing-here"]) {
      const { status, body } = await token.get<{ error: string }>(path);
      expect([path, status, body.error]).toEqual([path, 403, "API tokens cannot call this endpoint"]);
    }
    const unknown = { headers: { Authorization: "Bearer upt_unknown" } };
    for (const path of [...paths, "/"]) expect((await new Visitor().get(path, unknown)).status).toBe(401);
  });

  it("rejects ended sessions", async () => {
    const { visitor } = await addUser("viewer");
    const { cookie } = visitor;
    await visitor.post("/api/v1/auth/logout");
    const late = Object.assign(new Visitor(), { cookie });
    expect((await late.get(`${ROOT}/page`)).status).toBe(401);
    expect((await late.get("/")).status).toBe(401);
  });

  it("still returns its texts for the sign-in screen", async () => {
    expect((await new Visitor().get(`${ROOT}/locales/en`)).status).toBe(200);
  });
});
