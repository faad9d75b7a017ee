import { beforeAll, describe, expect, it } from "vitest";
import { setUp, type Visitor } from "../client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

type Refusal = { error: string; problems: { path: string; message: string }[] };

describe("a body with several errors", () => {
  it.each([
    [
      "monitors",
      { name: "", type: "tcp", config: { host: "", port: 0 } },
      ["name", "config.host", "config.port"],
    ],
    [
      "notifications/channels",
      { name: "", type: "webhook", config: { url: "nowhere" } },
      ["name", "config.url"],
    ],
    [
      "actions",
      { name: "", config: { url: "nowhere", method: "FETCH" } },
      ["name", "config.url", "config.method"],
    ],
  ])("reports errors in fields and in config together: %s", async (path, body, expected) => {
    const refused = await admin.post<Refusal>(`/api/v1/admin/${path}`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.problems.map((problem) => problem.path)).toEqual(expected);
    expect(refused.body.error).toMatch(/^name: /);
  });

  it("reports them for a change too, but not for a valid config", async () => {
    const made = await admin.post<{ id: number }>("/api/v1/admin/monitors", {
      name: "Port",
      type: "tcp",
      config: { host: "port.example", port: 22 },
    });
    const change = async (body: object) => {
      const refused = await admin.patch<Refusal>(`/api/v1/admin/monitors/${made.body.id}`, body);
      return refused.body.problems.map((problem) => problem.path);
    };
    const config = { host: "port.example", port: 0 };
    expect(await change({ name: "", type: "tcp", config })).toEqual(["name", "config.port"]);
    expect(await change({ name: "", type: "tcp", config: { ...config, port: 22 } })).toEqual(["name"]);
    expect(await change({ name: "", type: "no-such-type", config })).toEqual(["name"]);
  });
});
