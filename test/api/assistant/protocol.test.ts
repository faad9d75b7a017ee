import { beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/api/mcp/tools.ts";
import { PERMISSIONS } from "../../../src/schema/permission.ts";
import { addToken, setUp, Visitor } from "../client.ts";
import { callTool, listTools, META, sendRpc } from "./mcp_client.ts";

let admin: Visitor;
let token: string;

beforeAll(async () => {
  admin = await setUp();
  token = (await addToken(admin, PERMISSIONS)).token;
});

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const modern = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { _meta: META, ...params },
});
const described = (method: string, more: Record<string, string> = {}) => ({
  "MCP-Protocol-Version": "2026-07-28",
  "Mcp-Method": method,
  ...more,
});

describe("POST /mcp", () => {
  it("accepts only API tokens", async () => {
    for (const text of ["", "upt_nonsense"]) {
      const reply = await sendRpc(text, list);
      expect([reply.status, reply.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    }
    expect((await admin.post("/mcp", list)).status).toBe(401);
    expect((await sendRpc(token, list)).status).toBe(200);
  });

  it("rejects cross-origin requests and other methods", async () => {
    expect((await sendRpc(token, list, { Origin: "https://evil.example" })).status).toBe(403);
    const visitor = Object.assign(new Visitor(), { token });
    for (const method of ["GET", "DELETE"]) {
      const reply = await visitor.send(method, "/mcp");
      expect([method, reply.status, reply.headers.get("Allow")]).toEqual([method, 405, "POST"]);
    }
  });

  it("returns an error for invalid messages, and 202 for messages that need no response", async () => {
    const broken = await sendRpc(token, "{", { "Content-Type": "application/json" });
    expect([broken.status, broken.body.error?.code]).toEqual([400, -32700]);
    const batch = await sendRpc(token, [list]);
    expect([batch.status, batch.body.error?.code]).toEqual([400, -32600]);
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 7, result: {} },
    ]) {
      const reply = await sendRpc(token, message);
      expect([reply.status, reply.body]).toEqual([202, ""]);
    }
    expect((await sendRpc(token, "kind: x", { "Content-Type": "text/plain" })).status).toBe(415);
  });
});

describe("clients that start with initialize", () => {
  it("get the requested version, or the latest if it isn't supported", async () => {
    for (const [asked, answered] of [
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["2024-11-05", "2025-11-25"],
    ]) {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "a", version: "1" } };
      const { body } = await sendRpc(token, { jsonrpc: "2.0", id: 1, method: "initialize", params });
      expect(body.result).toMatchObject({ protocolVersion: answered, serverInfo: { name: "uptide" } });
    }
  });

  it("can ping, and get errors for unknown methods and versions", async () => {
    expect((await sendRpc(token, { ...list, method: "ping" })).body.result).toEqual({});
    const unknown = await sendRpc(token, { ...list, method: "resources/list" });
    expect([unknown.status, unknown.body.error?.code]).toEqual([200, -32601]);
    const version = await sendRpc(token, list, { "MCP-Protocol-Version": "1999-01-01" });
    expect([version.status, version.body.error?.code]).toEqual([400, -32022]);
  });
});

describe("clients that send their metadata with each request", () => {
  it("can discover the server and get cacheable lists", async () => {
    const discovered = await sendRpc(token, modern("server/discover"), described("server/discover"));
    expect(discovered.body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18"],
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "uptide" } },
    });
    const listed = await sendRpc(token, modern("tools/list"), described("tools/list"));
    expect(listed.body.result).toMatchObject({ resultType: "complete", ttlMs: 300_000 });
  });

  it.each([
    ["another version in the header", modern("tools/list"), { "MCP-Protocol-Version": "2025-11-25" }, -32020],
    ["another method in the header", modern("tools/list"), { "Mcp-Method": "tools/call" }, -32020],
    ["another name in the header", modern("tools/call", { name: "search" }), { "Mcp-Name": "x" }, -32020],
    [
      "an unknown version",
      modern("tools/list", { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2030-01-01" } }),
      { "MCP-Protocol-Version": "2030-01-01" },
      -32022,
    ],
    ["missing metadata", list, {}, -32602],
  ])("are rejected for %s", async (_, body, headers, code) => {
    const reply = await sendRpc(token, body, { ...described(body.method), ...headers });
    expect([reply.status, reply.body.error?.code]).toEqual([400, code]);
  });

  it("get 404 for initialize", async () => {
    const reply = await sendRpc(token, modern("initialize"), described("initialize"));
    expect([reply.status, reply.body.error?.code]).toEqual([404, -32601]);
  });
});

describe("the list of tools", () => {
  it("contains every tool that the token may use, in snake_case and with all hints", async () => {
    const all = await listTools(token);
    expect(all.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(all.length).toBeGreaterThanOrEqual(15);
    for (const { name, annotations } of all) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
      expect(Object.keys(annotations)).toEqual(["title", ...hints]);
    }
    const isHinted = (hint: string) =>
      all
        .filter(
          ({ annotations }) => hint in annotations && (annotations as Record<string, unknown>)[hint] === true,
        )
        .map(({ name }) => name);
    expect(isHinted("destructiveHint")).toEqual(["delete_incident", "apply_config"]);
    expect(isHinted("readOnlyHint")).toEqual([
      "get_current_problems",
      "search",
      "list_alerts",
      "get_monitor",
      "get_uptime",
      "list_incidents",
      "get_incident",
      "diff_config",
    ]);
  });

  it("has the document tools for a token that may change documents of some kind", async () => {
    const designer = (await addToken(admin, ["appearance:write"])).token;
    expect((await listTools(designer)).map(({ name }) => name)).toEqual(["diff_config", "apply_config"]);
    const diff = async (kind: string, config: object) =>
      await callTool(designer, "diff_config", { documents: JSON.stringify({ kind, ...config }) });
    expect(await diff("Branding", { siteName: "Ours" })).toMatchObject({ isError: false });
    const monitor = { key: "a", name: "A", type: "webhook" };
    expect((await diff("Monitor", monitor)).text).toContain("monitors:write");
  });

  it("is shorter for a token with fewer permissions; hidden tools name the missing permission", async () => {
    const reader = (await addToken(admin, ["incidents:read"])).token;
    expect((await listTools(reader)).map(({ name }) => name)).toEqual(["list_incidents", "get_incident"]);
    const params = { name: "publish_incident", arguments: { id: 1 } };
    const { body } = await sendRpc(reader, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(body.error).toEqual({
      code: -32602,
      message: "This API token needs the incidents:write permission.",
    });
  });
});
