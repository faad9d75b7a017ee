import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { type PrivateNetwork, startPrivateNetwork, UNSHARE } from "./private_network.ts";
import { type Product, ROOT, startProduct, until } from "./start/product.ts";

const ADMIN = "/api/v1/admin";
const MONITORS = `${ADMIN}/monitors`;
const CLI = join(ROOT, "scripts/cli/main.mjs");

describeWith(UNSHARE)("an agent in a network that nobody else reaches", () => {
  const folder = mkdtempSync(join(tmpdir(), "uptide-agent-"));
  const stateDir = join(folder, "state");
  let product: Product;
  let panel: PanelClient;
  let hook: HttpPeer;
  let network: PrivateNetwork;
  let office: AgentWithToken;
  let id = 0;

  beforeAll(async () => {
    hook = await startHttp((_, response) => response.end());
    product = await startProduct({ stateDir });
    network = await startPrivateNetwork(Number(new URL(product.address).port), folder);
    panel = await PanelClient.open(product.address);
    const body = '{"text":"{{event_type}} {{monitor_name}}: {{error_message}}"}';
    const channel = { name: "Hook", type: "webhook", allMonitors: true, config: { url: hook.origin, body } };
    await panel.post<Channel>(`${ADMIN}/notifications/channels`, channel);
    office = await panel.post<AgentWithToken>(`${ADMIN}/agents`, { name: "Office" });
  });

  afterAll(async () => {
    network.stop();
    await product.stop();
    await hook.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const check = async () => await panel.post<{ status: string }>(`${MONITORS}/${id}/check-now`);
  const status = async () => (await panel.get<Monitor>(`${MONITORS}/${id}`)).currentStatus;
  const look = async () => await panel.get<Agent>(`${ADMIN}/agents/office`);
  const start = () =>
    network.order({ kind: "agent", args: [CLI, "agent", "--url", product.address], token: office.token });
  const texts = () => hook.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);

  it("finds the target that fails, and the alert's bytes reach the webhook", async () => {
    const tried = { type: "https", config: { url: network.target } };
    expect(await panel.post(`${MONITORS}/test`, tried)).toMatchObject({ overall: "down" });
    start();
    await until(async () => (await look()).status === "online");
    expect(await panel.post(`${MONITORS}/test`, { ...tried, agent: "office" })).toMatchObject({
      overall: "up",
    });
    const wanted = { name: "Intranet", ...tried, agent: "office", intervalSecs: 3600 };
    id = (await panel.post<Monitor>(MONITORS, wanted)).id;
    await until(async () => (await status()) === "up");
    network.order({ kind: "status", status: 503 });
    await until(async () => (await check()).status === "down");
    await until(() => hook.requests.length > 0);
    expect(texts()).toEqual(["alert Intranet: Expected status 200, got 503."]);
  });

  it("comes back by itself after the service was killed, and its recovery is sent", async () => {
    process.kill(-product.process.pid!, "SIGKILL");
    product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
    panel = await PanelClient.open(product.address);
    expect(await status()).toBe("down");
    network.order({ kind: "status", status: 200 });
    await until(async () => (await look()).processes.length > 0);
    await check();
    await until(() => hook.requests.length > 1);
    expect(texts()[1]).toMatch(/^recovery Intranet: /);
  });

  it("that was killed is replaced by another process before anybody is notified", async () => {
    network.order({ kind: "kill", signal: "SIGKILL" });
    await until(async () => (await look()).processes.length === 0);
    start();
    expect(await check()).toMatchObject({ status: "up" });
    network.order({ kind: "kill", signal: "SIGTERM" });
    await until(() => network.ended.length === 2);
    expect(network.ended).toEqual(["SIGKILL", 0]);
    expect(hook.requests).toHaveLength(2);
  });

  it("ends with 2 where its token is refused", async () => {
    const token = `upa_${"0".repeat(40)}`;
    network.order({ kind: "agent", args: [CLI, "agent", "--url", product.address], token });
    await until(() => network.ended.length === 3);
    expect(network.ended[2]).toBe(2);
    expect(network.output()).toContain("This agent token is unknown or revoked.");
  });
});
