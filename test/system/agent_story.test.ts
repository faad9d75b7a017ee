import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { moveState } from "../upgrade/move_state.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PERL } from "./icmp/path.ts";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { type PrivateNetwork, startPrivateNetwork, UNSHARE } from "./private_network.ts";
import { type Product, ROOT, startProduct, until } from "./start/product.ts";

const ADMIN = "/api/v1/admin";
const MONITORS = `${ADMIN}/monitors`;
const CLI = join(ROOT, "scripts/cli/main.mjs");

describeWith(UNSHARE, PERL)("an agent in a private network", () => {
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
    const ownConfig = { url: `${hook.origin}/agents`, body };
    const own = { name: "Agents", type: "webhook", config: ownConfig };
    const { id: ownId } = await panel.post<Channel>(`${ADMIN}/notifications/channels`, own);
    const wanted = { name: "Office", awayAfterSecs: 30, channelIds: [ownId] };
    office = await panel.post<AgentWithToken>(`${ADMIN}/agents`, wanted);
  });

  afterAll(async () => {
    network.stop();
    await product.stop();
    await hook.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const check = async () => await panel.post<{ status: string }>(`${MONITORS}/${id}/check-now`);
  const read = async () => await panel.get<Monitor>(`${MONITORS}/${id}`);
  const look = async () => await panel.get<Agent>(`${ADMIN}/agents/office`);
  const start = (token = office.token) =>
    network.order({ kind: "agent", args: [CLI, "agent", "--url", product.address], token });
  const texts = (path = "/") =>
    hook.requests
      .filter(({ url }) => url === path)
      .map(({ body }) => (JSON.parse(body) as { text: string }).text);

  async function startAgain(): Promise<void> {
    product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
    panel = await PanelClient.open(product.address);
  }

  it("checks a failing target, and the alert reaches the webhook", async () => {
    const tried = { type: "https", config: { url: network.target } };
    expect(await panel.post(`${MONITORS}/test`, tried)).toMatchObject({ overall: "down" });
    start();
    await until(async () => (await look()).status === "online");
    expect(await panel.post(`${MONITORS}/test`, { ...tried, agent: "office" })).toMatchObject({
      overall: "up",
    });
    const router = { type: "ping", config: { host: "127.0.0.1", mode: "icmp" }, agent: "office" };
    expect(await panel.post(`${MONITORS}/test`, router)).toMatchObject({ overall: "up" });
    const wanted = { name: "Intranet", ...tried, agent: "office", intervalSecs: 3600, timeoutMs: 2000 };
    id = (await panel.post<Monitor>(MONITORS, wanted)).id;
    await until(async () => (await read()).currentStatus === "up");
    network.order({ kind: "status", status: 503 });
    await until(async () => (await check()).status === "down");
    await until(() => texts().length > 0);
    expect(texts()).toEqual(["alert Intranet: Expected status 200, got 503."]);
  });

  it("reconnects after the service was killed during a check, and the recovery is sent once", async () => {
    network.order({ kind: "status", status: null });
    const cut = check().catch(() => undefined);
    await until(() => network.held() > 0);
    process.kill(-product.process.pid!, "SIGKILL");
    await cut;
    await startAgain();
    expect((await read()).currentStatus).toBe("down");
    network.order({ kind: "status", status: 200 });
    await until(async () => (await look()).processes.length > 0);
    await check();
    await until(() => texts().length > 1);
    expect(texts()[1]).toMatch(/^recovery Intranet: /);
  });

  it("notices a silently cut connection, and reconnects without alerts", async () => {
    const [before] = (await look()).processes;
    const sent = texts().length;
    network.cut();
    const { status, error } = await panel
      .post<{ status: string; error?: string }>(`${MONITORS}/${id}/check-now`)
      .catch((refused: Error) => ({ status: "refused", error: refused.message }));
    expect([status, error]).toEqual([
      "refused",
      expect.stringContaining("the agent did not respond in time"),
    ]);
    network.join();
    await until(async () =>
      (await look()).processes.some((one) => one.connectedAt > (before?.connectedAt ?? 0)),
    );
    expect(await check()).toMatchObject({ status: "up" });
    expect([texts().length, texts("/agents")]).toEqual([sent, []]);
  });

  it("that was killed is replaced by another process before any notification", async () => {
    network.order({ kind: "kill", signal: "SIGKILL" });
    await until(async () => (await look()).processes.length === 0);
    start();
    expect(await check()).toMatchObject({ status: "up" });
    expect(network.ended).toEqual(["SIGKILL"]);
  });

  it("that stays away leaves its monitor pending, and notifies only its own channel, once each way", async () => {
    network.order({ kind: "kill", signal: "SIGKILL" });
    await until(async () => (await look()).processes.length === 0);
    // Ten minutes pass, with a deploy in between.
    await product.stop();
    moveState(stateDir, { byMs: -600_000, movesKept: true });
    await startAgain();
    await until(() => texts("/agents").length > 0);
    expect(await check()).toMatchObject({ status: "pending" });
    expect(await read()).toMatchObject({
      currentStatus: "pending",
      message: expect.stringMatching(/^Agent Office has been away since [-\d]+ [:\d]+ UTC\.$/),
    });
    network.order({ kind: "status", status: 503 });
    start();
    await until(() => texts("/agents").length > 1);
    expect(texts("/agents")).toEqual([
      expect.stringMatching(/^agent_away : Agent Office has been away since /),
      expect.stringMatching(/^agent_back : It was away for 10 min/),
    ]);
    expect(await check()).toMatchObject({ status: "down" });
    network.order({ kind: "status", status: 200 });
    expect(await check()).toMatchObject({ status: "up" });
    await until(() => texts().length > 3);
    expect(texts().slice(2)).toEqual([
      "alert Intranet: Expected status 200, got 503.",
      "recovery Intranet: ",
    ]);
    expect(texts("/agents")).toHaveLength(2);
  });

  it("exits with 2 when its token is rejected, and with 0 when it is stopped", async () => {
    const { token } = await panel.post<AgentWithToken>(`${ADMIN}/agents/office/token`);
    expect(await check()).toMatchObject({ status: "up" });
    await panel.send("DELETE", `${ADMIN}/agents/office/token/old`);
    await until(() => network.ended.length === 3);
    start(`upa_${"0".repeat(40)}`);
    await until(() => network.ended.length === 4);
    start(token);
    await until(async () => (await look()).processes.length === 1);
    network.order({ kind: "kill", signal: "SIGTERM" });
    await until(() => network.ended.length === 5);
    expect(network.ended).toEqual(["SIGKILL", "SIGKILL", 2, 2, 0]);
    expect(network.output()).toContain("This agent token is unknown or revoked.");
    expect(hook.requests).toHaveLength(6);
  });
});
