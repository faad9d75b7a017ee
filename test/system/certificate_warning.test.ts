import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { makeCertificate, makeFolder, OPENSSL, type Pair, removeFolder } from "./tls_peer.ts";

const DAY_MS = 86_400_000;
const MONITORS = "/api/v1/admin/monitors";
const NOTIFICATIONS = "/api/v1/admin/notifications";

interface Delivery {
  eventType: string;
  monitorId: number;
}

describeWith(OPENSSL)("certificate warnings", () => {
  let folder: string;
  let product: Product;
  let panel: PanelClient;
  let channelId = 0;
  const servers: Server[] = [];

  beforeAll(async () => {
    folder = makeFolder();
    product = await startProduct();
    panel = await PanelClient.open(product.address);
    const channel = { name: "Hook", type: "webhook", config: { url: "http://127.0.0.1:9/" } };
    channelId = (await panel.post<{ id: number }>(`${NOTIFICATIONS}/channels`, channel)).id;
  });

  afterAll(async () => {
    for (const server of servers) server.close();
    await product.stop();
    removeFolder(folder);
  });

  const stamp = (days: number) =>
    `${new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\..*/g, "")}Z`;

  const make = (name: string, [from, to]: [number, number]): Pair =>
    makeCertificate(folder, {
      name,
      names: "DNS:localhost,IP:127.0.0.1",
      validity: [stamp(from), stamp(to)],
    });

  const context = ({ cert, key }: Pair) => ({ cert: readFileSync(cert), key: readFileSync(key) });

  async function serve(pair: Pair): Promise<{ server: Server; port: number }> {
    const server = createServer(context(pair), (socket) => socket.end());
    server.on("tlsClientError", () => {});
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, port: (server.address() as AddressInfo).port };
  }

  async function add(port: number, monitor: { type: string; config: object }): Promise<number> {
    const ping = { name: "Site", type: "ping", intervalSecs: 86_400, config: { host: "127.0.0.1", port } };
    const { id } = await panel.post<{ id: number }>(MONITORS, ping);
    await panel.send("PUT", `${NOTIFICATIONS}/monitor/${id}/channels`, { channelIds: [channelId] });
    await panel.post(`${MONITORS}/${id}/check-now`, {});
    await edit(id, monitor);
    return id;
  }

  async function edit(id: number, change: object): Promise<void> {
    await panel.send("PATCH", `${MONITORS}/${id}`, change);
    await panel.post(`${MONITORS}/${id}/check-now`, {});
  }

  async function warnings(id: number): Promise<string[]> {
    const { items } = await panel.get<{ items: Delivery[] }>(`${NOTIFICATIONS}/deliveries?limit=100`);
    return items.filter(({ monitorId }) => monitorId === id).map(({ eventType }) => eventType);
  }

  async function allWarnings(id: number): Promise<string[]> {
    const isQuiet = async () => {
      const { watches } = await panel.get<{ watches: { waiting: number }[] }>("/api/v1/admin/system-health");
      return watches.every(({ waiting }) => waiting === 0);
    };
    await until(isQuiet);
    return await warnings(id);
  }

  it("are sent once despite edits, as is the renewal", async () => {
    const { server, port } = await serve(make("short", [-30, 5]));
    const config = { host: "127.0.0.1", port, warnDays: 14 };
    const id = await add(port, { type: "tls", config });
    const isTold = (kinds: number) => async () =>
      (await warnings(id)).filter((kind) => kind === "certificate").length === kinds;
    await until(isTold(1));
    const asked = { ...config, serverName: "127.0.0.1" };
    for (const change of [{ name: "Renamed" }, { config: { ...config, warnDays: 20 } }, { config: asked }])
      await edit(id, change);
    expect((await allWarnings(id)).filter((kind) => kind === "certificate")).toHaveLength(1);
    server.setSecureContext(context(make("long", [-1, 300])));
    await edit(id, { config: { ...config, warnDays: 15 } });
    await until(isTold(2));
  });

  it("are not sent when switched off, even after a failed handshake", async () => {
    const { port } = await serve(make("old", [-30, -2]));
    const off = { url: `https://127.0.0.1:${port}/`, certExpiry: { enabled: false } };
    const id = await add(port, { type: "https", config: off });
    await until(async () => (await warnings(id)).includes("alert"));
    expect(await allWarnings(id)).toEqual(["alert"]);
    const monitor = await panel.get<{ message: string; certExpiresAt: number | null }>(`${MONITORS}/${id}`);
    expect(monitor.message).toContain("expired");
    expect(monitor.certExpiresAt).toBeNull();
  });
});
