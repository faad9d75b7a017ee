import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { type PageState, statuspagePage } from "./status_page_documents.ts";

const ROOT = "/api/v1/admin";
let provider: HttpPeer;
let shop: HttpPeer;
let hook: HttpPeer;
let state: PageState | "gone" = "fine";
let product: Product;
let panel: PanelClient;

beforeAll(async () => {
  provider = await startHttp((_, response, { url }) => {
    if (state === "gone" || url !== "/api/v2/summary.json") response.writeHead(404).end();
    else response.end(JSON.stringify(statuspagePage(state)));
  });
  shop = await startHttp((_, response) => response.writeHead(state === "broken" ? 500 : 200).end());
  hook = await startHttp((_, response) => response.end());
  product = await startProduct();
  panel = await PanelClient.open(product.address);
});

afterAll(async () => {
  await product.stop();
  await Promise.all([provider.stop(), shop.stop(), hook.stop()]);
});

type Checked = Pick<Monitor, "message"> & { status: string };
const checkNow = async ({ id }: Monitor) => await panel.post<Checked>(`${ROOT}/monitors/${id}/check-now`, {});
const read = async ({ id }: Monitor) => await panel.get<Monitor>(`${ROOT}/monitors/${id}`);
const create = async (monitor: object) =>
  await panel.post<Monitor>(`${ROOT}/monitors`, { intervalSecs: 3600, ...monitor });

describe("a status_page monitor", () => {
  let page: Monitor;
  let checkout: Monitor;

  it("is up, under maintenance during the provider's, and pending while the page can't be read", async () => {
    await panel.post<Channel>(`${ROOT}/notifications/channels`, {
      name: "Hook",
      type: "webhook",
      allMonitors: true,
      config: { url: hook.origin, body: '{"text":"{{monitor_name}}: {{error_message}}"}' },
    });
    page = await create({ name: "Provider", type: "status_page", config: { url: provider.origin } });
    checkout = await create({ name: "Checkout", type: "https", config: { url: shop.origin } });
    await panel.send("PUT", `${ROOT}/monitors/${checkout.id}/dependencies`, { dependsOnIds: [page.id] });
    await until(async () => (await checkNow(page)).status === "up");
    expect(await checkNow(page)).toMatchObject({ status: "up", message: "Operational." });
    expect(await read(page)).toMatchObject({ currentStatus: "up", underMaintenance: false });
    state = "maintained";
    expect(await checkNow(page)).toMatchObject({ status: "up" });
    expect(await read(page)).toMatchObject({
      currentStatus: "up",
      underMaintenance: true,
      message: 'Under maintenance: "New database" https://stspg.io/def',
    });
    state = "gone";
    const message =
      "The status page can't be read, so the state of the service is unknown: it has no known format.";
    expect(await checkNow(page)).toMatchObject({ status: "pending", message });
    expect(await read(page)).toMatchObject({ currentStatus: "pending", confirmedStatus: "up", message });
    const tried = await panel.post(`${ROOT}/monitors/test`, { type: "status_page", config: page.config });
    expect(tried).toMatchObject({ overall: "pending", message });
    expect(hook.requests).toEqual([]);
  });

  it("marks dependent monitors as affected, and alerts with the incident's title", async () => {
    state = "broken";
    expect(await checkNow(page)).toMatchObject({ status: "down" });
    expect(await checkNow(checkout)).toMatchObject({ status: "affected" });
    await until(() => hook.requests.length > 0);
    expect(hook.requests.map(({ body }) => body)).toEqual([
      '{"text":"Provider: Major problem with API, API: Europe: \\"Slow & failing requests\\" https://stspg.io/abc"}',
    ]);
  });

  it("can monitor an Uptide page", async () => {
    await panel.send("PUT", `${ROOT}/subscribers/settings`, { enabled: true, apiEnabled: true });
    const own = await create({ name: "Ourselves", type: "status_page", config: { url: product.address } });
    expect(await checkNow(own)).toMatchObject({ status: "up", message: "Operational." });
    const { id } = await panel.post<{ id: number }>(`${ROOT}/incidents`, {
      title: "Cash desks are slow",
      impact: "major",
      status: "investigating",
      monitorIds: [],
      body: "We look into it.",
    });
    const cited = `"Cash desks are slow" ${product.address}/incidents/${id}`;
    await until(async () => (await checkNow(own)).message.endsWith(cited));
  });
});
