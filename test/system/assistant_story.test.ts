import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { PERMISSIONS } from "../../src/schema/permission.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct } from "./start/product.ts";

const ADMIN = "/api/v1/admin";
const INFO = { name: "story", version: "1.0.0" };
let shop: HttpPeer;
let product: Product;
let panel: PanelClient;
let endpoint: URL;
let requestInit: { headers: { Authorization: string } };

beforeAll(async () => {
  shop = await startHttp((_, response) => response.writeHead(503).end());
  product = await startProduct();
  panel = await PanelClient.open(product.address);
  endpoint = new URL("/mcp", product.address);
  const given = { name: "Helper", permissions: PERMISSIONS, expiresInDays: 30 };
  const { token } = await panel.post<{ token: string }>(`${ADMIN}/api-tokens`, given);
  requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const { id } = await panel.post<Monitor>(`${ADMIN}/monitors`, {
    name: "Shop",
    type: "https",
    config: { url: shop.origin },
  });
  const children = [{ id: "shop", type: "monitor", monitorId: id }];
  await panel.send("PUT", `${ADMIN}/layout`, { tree: { id: "root", type: "page", children } });
  await panel.post(`${ADMIN}/monitors/${id}/check-now`, {});
});

afterAll(async () => {
  await product?.stop();
  await shop?.stop();
});

type Call = (name: string, args: object) => Promise<{ text: string; data: Record<string, unknown> }>;

function toAnswer(result: unknown): Awaited<ReturnType<Call>> {
  const { content, structuredContent = {} } = result as {
    content: { text: string }[];
    structuredContent?: Record<string, unknown>;
  };
  return { text: content[0]?.text ?? "", data: structuredContent };
}

async function notifyUsers(call: Call, title: string): Promise<void> {
  const problems = await call("get_current_problems", {});
  expect(problems.text).toMatch(/Shop: down .*<data>Expected status 200, got 503/);
  const { data } = await call("draft_incident", {
    title,
    body: "The shop answers with an error. We are looking into it.",
    impact: "major",
    monitors: ["Shop"],
  });
  const page = async () => await (await fetch(`${product.address}/incidents/${data["id"]}`)).text();
  expect(await page()).not.toContain(title);
  const shown = await call("publish_incident", { id: data["id"] });
  expect(shown.text).toContain("at Shop.");
  const done = await call("publish_incident", {
    id: data["id"],
    confirm: shown.data["confirm"],
    notify: false,
  });
  expect(done.data).toMatchObject({ draft: false, notified: false });
  expect(await page()).toContain(title);
}

describe("an assistant", () => {
  it("publishes a draft for visitors with the current official client", async () => {
    const client = new Client(INFO);
    const transport = new StreamableHTTPClientTransport(endpoint, { requestInit });
    // The SDK's own transport class does not fit its interface under exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    expect(client.getServerVersion()).toMatchObject({ name: "uptide" });
    expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(15);
    await notifyUsers(
      async (name, args) => toAnswer(await client.callTool({ name, arguments: { ...args } })),
      "Shop is down",
    );
    await client.close();
  });

  it("publishes a draft with the 2026-07-28 client, without initialize", async () => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new ModernTransport(endpoint, { requestInit }));
    expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(15);
    await notifyUsers(
      async (name, args) => toAnswer(await client.callTool({ name, arguments: { ...args } })),
      "Shop is down again",
    );
    await client.close();
  });
});
