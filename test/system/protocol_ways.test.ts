import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";
import { makeFolder, removeFolder } from "./tls_peer.ts";
import {
  makeProtocolServers,
  PROTOCOL_TOOLS,
  PROTOCOLS,
  type ProtocolServers,
  protocolOf,
} from "./up/protocols.ts";

const MONITORS = "/api/v1/admin/monitors";
const CHANNELS = "/api/v1/admin/notifications/channels";
const VAULTS = "/api/v1/admin/vaults";

interface Answer {
  status: string;
  message: string;
}

interface Watched {
  id: number;
  name: string;
  type: string;
}

describeWith(...PROTOCOL_TOOLS)("a monitor of the running product", () => {
  const folder = makeFolder();
  let servers: ProtocolServers;
  let target: Target;
  let product: Product;
  let panel: PanelClient;

  beforeAll(async () => {
    servers = makeProtocolServers(folder);
    // Starts all before the first check, because creating a database blocks this process and the stand-ins in it.
    [product, target] = await Promise.all([
      startProduct(),
      startTarget(),
      ...Object.keys(PROTOCOLS).map((type) => servers.get(type)),
    ]);
    panel = await PanelClient.open(product.address);
  });

  afterAll(async () => {
    await product?.stop();
    await target?.close();
    await servers?.stopAll();
    removeFolder(folder);
  });

  const check = ({ id }: Watched) => panel.post<Answer>(`${MONITORS}/${id}/check-now`);

  async function add(type: string, config: object): Promise<Watched> {
    const wish = { name: `The shop's ${type}`, type, intervalSecs: 86_400, config };
    const monitor = await panel.post<Watched>(MONITORS, wish);
    const { id } = monitor;
    const url = `${target.address}/hooks/${id}`;
    await panel.post(CHANNELS, { name: `Hook ${id}`, type: "webhook", config: { url }, monitorIds: [id] });
    return monitor;
  }

  async function hear(event: string, { id }: Watched): Promise<string> {
    const bodies = () => target.posted.filter(({ path }) => path === `/hooks/${id}`).map(({ body }) => body);
    const isIt = (body: string) => (JSON.parse(body) as { event: string }).event === event;
    await eventually(() => expect(bodies().filter(isIt)).toHaveLength(1));
    return bodies().find(isIt)!;
  }

  async function expectAlert(monitor: Watched): Promise<void> {
    const { id, name, type } = monitor;
    const { port } = await servers.get(type);
    expect(await check(monitor)).toMatchObject({ status: "up" });
    await servers.stop(type);
    const error = `127.0.0.1:${port} refused the connection.`;
    expect(await check(monitor)).toMatchObject({ status: "down", message: error });
    expect(await panel.get(`${MONITORS}/${id}`)).toMatchObject({ confirmedStatus: "down" });
    const alert = await hear("alert", monitor);
    expect(JSON.parse(alert)).toMatchObject({ status: "down", monitors: [{ id, name, type, error }] });
    await expectNoSecret(monitor, alert);
  }

  async function expectRecovery(monitor: Watched): Promise<void> {
    expect(await check(monitor)).toMatchObject({ status: "up" });
    const recovery = await hear("recovery", monitor);
    const { id, name } = monitor;
    expect(JSON.parse(recovery)).toMatchObject({ status: "up", monitors: [{ id, name }] });
    await expectNoSecret(monitor, recovery);
  }

  async function expectNoSecret({ id, type }: Watched, told: string): Promise<void> {
    const { secret } = protocolOf(type);
    if (secret === null) return;
    const read = JSON.stringify(await panel.get(`${MONITORS}/${id}`));
    for (const text of [told, read, product.output()]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
  }

  it.each(Object.entries(PROTOCOLS).filter(([, { secret }]) => secret !== null))(
    "of type %s is down with another password",
    async (type, { configOf, secret }) => {
      const { port } = await servers.get(type);
      const config = JSON.parse(
        JSON.stringify(configOf(port)).replaceAll(secret!, "battery-staple"),
      ) as object;
      const tried = await panel.post<{ overall: string }>(`${MONITORS}/test`, { type, config });
      expect(tried).toMatchObject({ overall: "down" });
      expect(JSON.stringify(tried)).not.toContain("battery-staple");
    },
  );

  it.each(Object.entries(PROTOCOLS))(
    "of type %s is up, and notifies a webhook when it is down",
    async (type, of) => {
      const { port } = await servers.get(type);
      const monitor = await add(type, of.configOf(port));
      await expectAlert(monitor);
      if (of.isSlow) return;
      // It returns on another port, because another process may have taken the old one.
      const back = await servers.get(type);
      await panel.send("PATCH", `${MONITORS}/${monitor.id}`, { config: of.configOf(back.port) });
      await expectRecovery(monitor);
    },
  );

  it("of a database with its connection string in a vault does the same", async () => {
    const { id } = await panel.post<{ id: number }>(VAULTS, { name: "Shop", kind: "local" });
    const { secret } = protocolOf("postgresql");
    const secretAt = (port: number) => ({
      name: "database",
      type: "value",
      values: { value: `postgresql://reader:${secret}@127.0.0.1:${port}/postgres` },
    });
    const before = await servers.get("postgresql");
    const kept = await panel.post<{ id: number }>(`${VAULTS}/${id}/secrets`, secretAt(before.port));
    const config = { mode: "connectionString", vault: { vault: "Shop", secret: "database" } };
    const monitor = await add("postgresql", config);
    await expectAlert(monitor);
    const back = await servers.get("postgresql");
    await panel.send("PUT", `${VAULTS}/${id}/secrets/${kept.id}`, secretAt(back.port));
    await expectRecovery(monitor);
  });
});
