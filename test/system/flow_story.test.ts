import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";

const ROOT = "/api/v1/admin";
const TOKEN = "f10w-t0ken-0123456789";
let shop: HttpPeer;
let hook: HttpPeer;
let isBroken = false;
let product: Product;
let panel: PanelClient;

beforeAll(async () => {
  shop = await startHttp((_, response, { url }) => {
    if (url === "/login") response.end(JSON.stringify({ token: TOKEN }));
    else response.writeHead(isBroken ? 500 : 200).end();
  });
  hook = await startHttp((_, response) => response.end());
  product = await startProduct();
  panel = await PanelClient.open(product.address);
});

afterAll(async () => {
  await product.stop();
  await Promise.all([shop.stop(), hook.stop()]);
});

describe("a flow monitor", () => {
  it("alerts with the name of the failing step, from the shop to the webhook", async () => {
    const channel = await panel.post<Channel>(`${ROOT}/notifications/channels`, {
      name: "Hook",
      type: "webhook",
      allMonitors: true,
      config: { url: hook.origin, body: '{"text":"{{monitor_name}}: {{error_message}}"}' },
    });
    expect(channel.id).toBeGreaterThan(0);
    const { id } = await panel.post<Monitor>(`${ROOT}/monitors`, {
      name: "Checkout",
      type: "flow",
      intervalSecs: 10,
      config: {
        steps: [
          {
            name: "Sign in",
            request: { url: `${shop.origin}/login` },
            capture: { token: { from: "json", path: "$.token" } },
          },
          {
            name: "Pay",
            request: { url: `${shop.origin}/pay`, headers: { Authorization: "Bearer {{token}}" } },
          },
        ],
      },
    });
    const check = async () => await panel.post<{ status: string }>(`${ROOT}/monitors/${id}/check-now`, {});
    await until(async () => (await check()).status === "up");
    expect(shop.requests.find(({ url }) => url === "/pay")?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    isBroken = true;
    await check();
    await until(() => hook.requests.length > 0);
    expect(hook.requests[0]?.body).toBe(
      '{"text":"Checkout: Step 2 \\"Pay\\": Expected status 200, got 500."}',
    );
  });
});
