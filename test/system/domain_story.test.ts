import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/lib/units.ts";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type RdapServer, startRdap } from "./rdap_server.ts";
import { type Product, startProduct, until } from "./start/product.ts";

const ROOT = "/api/v1/admin";
let rdap: RdapServer;
let hook: HttpPeer;
let product: Product;
let panel: PanelClient;

beforeAll(async () => {
  rdap = await startRdap();
  hook = await startHttp((_, response) => response.end());
  product = await startProduct();
  panel = await PanelClient.open(product.address);
});

afterAll(async () => {
  await product.stop();
  await Promise.all([rdap.stop(), hook.stop()]);
});

describe("a domain monitor", () => {
  it("alerts before the domain expires, from the registry to the webhook", async () => {
    await panel.post<Channel>(`${ROOT}/notifications/channels`, {
      name: "Hook",
      type: "webhook",
      allMonitors: true,
      config: { url: hook.origin, body: '{"text":"{{monitor_name}} {{status}}: {{error_message}}"}' },
    });
    const at = Date.now() + 400 * DAY_MS + 60_000;
    rdap.names["example.com"] = { expiresAt: at };
    const { id } = await panel.post<Monitor>(`${ROOT}/monitors`, {
      name: "example.com",
      type: "domain",
      config: { domain: "www.example.com", rdapUrl: rdap.origin },
    });
    const check = async () => await panel.post<{ status: string }>(`${ROOT}/monitors/${id}/check-now`, {});
    await until(async () => (await check()).status === "up");
    rdap.status = 503;
    expect(await check()).toMatchObject({ status: "pending" });
    rdap.status = 200;
    const soon = Date.now() + 12 * DAY_MS + 60_000;
    rdap.names["example.com"] = { expiresAt: soon };
    expect(await check()).toMatchObject({ status: "degraded", registrar: "Registrar & Sons" });
    await until(() => hook.requests.length > 0);
    expect(hook.requests.map(({ body }) => body)).toEqual([
      `{"text":"example.com degraded: example.com expires in 12 days, on ${new Date(soon).toISOString().slice(0, 10)}."}`,
    ]);
  });
});
