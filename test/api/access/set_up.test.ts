import { describe, expect, it } from "vitest";
import { ADMIN, Visitor } from "../client.ts";

describe("setup", () => {
  it("is required until the first administrator is created, and succeeds only once", async () => {
    const visitor = new Visitor();
    expect((await visitor.get("/api/v1/setup/status")).body).toEqual({ required: true, problems: [] });
    expect((await visitor.get("/ready")).status).toBe(503);
    const start = await visitor.get("/");
    expect([start.status, start.headers.get("Location")]).toEqual([302, "/admin/setup"]);
    expect(start.headers.get("Cache-Control")).toBe("no-store");

    const attempts = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        new Visitor().post("/api/v1/setup/complete", { ...ADMIN, email: `a${n}@example.com` }),
      ),
    );
    expect(attempts.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409]);
    expect((await visitor.get("/api/v1/setup/status")).body).toEqual({ required: false, problems: [] });
    expect((await visitor.get("/ready")).body).toEqual({ status: "ready" });
    expect((await visitor.get("/")).status).toBe(200);
  });
});
