import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import type { Vault } from "../../src/schema/vault.ts";
import { startDnsOverTcp } from "./dns_peer.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { PanelClient } from "./panel_client.ts";
import { startRdap } from "./rdap_server.ts";
import { type Product, ROOT, startProduct, until } from "./start/product.ts";
import { statuspagePage } from "./status_page_documents.ts";
import { makeCertificate, makeFolder, removeFolder, startOpenssl } from "./tls_peer.ts";
import { answerAsEngine, containerIn } from "./up/docker_engine.ts";
import { makeProtocolServers, PROTOCOL_TOOLS, PROTOCOLS, type ProtocolServers } from "./up/protocols.ts";

const ADMIN = "/api/v1/admin";
const CLI = join(ROOT, "scripts/cli/main.mjs");
const SECRET = "Token 5ecr3t-of-the-office";
const UNCHECKED = ["webhook", "manual"];
const TYPES = CHECK_TYPES.map(({ type }) => type).filter((type) => !UNCHECKED.includes(type));

describeWith(...PROTOCOL_TOOLS)("monitors checked by an agent", () => {
  const folder = makeFolder();
  const configs: Record<string, object> = {};
  const peers: { stop(): Promise<void> }[] = [];
  let web: HttpPeer;
  let servers: ProtocolServers;
  let product: Product | undefined;
  let panel: PanelClient;
  let agent: ChildProcess | undefined;

  async function keep<P extends { stop(): Promise<void> }>(starting: Promise<P>): Promise<P> {
    const peer = await starting;
    peers.push(peer);
    return peer;
  }

  async function startOthers(): Promise<void> {
    const summary = JSON.stringify(statuspagePage("fine"));
    web = await keep(startHttp((_, response) => response.end(summary)));
    const rdap = await keep(startRdap());
    rdap.names["example.com"] = { expiresAt: Date.now() + 400 * DAY_MS };
    const dns = await keep(startDnsOverTcp({ "a.test": { type: 1, records: [Buffer.from([10, 0, 0, 1])] } }));
    const pair = makeCertificate(folder, { name: "site", names: "DNS:site.test" });
    const tls = await keep(startOpenssl(["-cert", pair.cert, "-key", pair.key]));
    const at = { host: "127.0.0.1", port: web.port };
    Object.assign(configs, {
      https: { url: web.origin },
      flow: { steps: [{ request: { url: web.origin } }] },
      ping: at,
      tcp: at,
      tls: { host: "127.0.0.1", port: tls.port, serverName: "site.test" },
      dns: { hostname: "a.test", recordType: "A", resolver: `127.0.0.1:${dns.port}` },
      domain: { domain: "example.com", rdapUrl: rdap.origin },
      status_page: { url: web.origin },
    });
  }

  beforeAll(async () => {
    servers = makeProtocolServers(folder);
    const [started] = await Promise.all([startProduct(), startOthers()]);
    product = started;
    for (const [type, { configOf }] of Object.entries(PROTOCOLS))
      configs[type] = configOf((await servers.get(type)).port);
    panel = await PanelClient.open(started.address);
    const { token } = await panel.post<AgentWithToken>(`${ADMIN}/agents`, { name: "Office" });
    const env = { PATH: process.env["PATH"], UPTIDE_AGENT_TOKEN: token, UPTIDE_URL: started.address };
    writeFileSync(join(folder, "wiki_token"), SECRET);
    agent = spawn(process.execPath, [CLI, "agent", "--secrets-dir", folder], { stdio: "ignore", env });
    await until(async () => (await panel.get<Agent>(`${ADMIN}/agents/office`)).status === "online");
  });

  afterAll(async () => {
    if (agent?.kill("SIGTERM")) await once(agent, "exit");
    await product?.stop();
    await Promise.all([servers.stopAll(), ...peers.map((peer) => peer.stop())]);
    removeFolder(folder);
  });

  it.each(TYPES)("%s is up with the same message as without an agent", async (type) => {
    const config = configs[type];
    const tried = { type, config };
    const result = async (where: object) => {
      const { overall, message } = await panel.post<{ overall: string; message: string }>(
        `${ADMIN}/monitors/test`,
        { ...tried, ...where },
      );
      return [overall, message.replace(/\d+ ms/, "1 ms")];
    };
    const found = await result({ agent: "office" });
    expect(found).toEqual(["up", expect.any(String)]);
    expect(found).toEqual(await result({}));
  });

  it("send a secret that only the agent's machine has", async () => {
    const settings = { agentKey: "office" };
    const { id } = await panel.post<Vault>(`${ADMIN}/vaults`, { name: "Own", kind: "agent", settings });
    await panel.post(`${ADMIN}/vaults/${id}/secrets`, { name: "wiki_token", type: "value" });
    const headers = { Authorization: { vault: { vault: "Own", secret: "wiki_token" } } };
    const tried = { type: "https", config: { url: `${web.origin}/wiki`, headers }, agent: "office" };
    const answer = await panel.post(`${ADMIN}/monitors/test`, tried);
    expect(answer).toMatchObject({ overall: "up" });
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    const got = web.requests.find(({ url }) => url === "/wiki");
    expect(got?.headers["authorization"]).toBe(SECRET);
  });

  it("reach a Docker engine over its socket, which requires an agent", async () => {
    const path = join(folder, "docker.sock");
    const engine = createServer((request, response) => {
      const isKnown = request.url === "/containers/shop-db/json";
      answerAsEngine(
        response,
        isKnown ? 200 : 404,
        isKnown ? containerIn({}) : { message: "No such container" },
      );
    }).listen(path);
    await once(engine, "listening");
    const tried = { type: "docker", config: { endpoint: `unix://${path}`, container: "shop-db" } };
    const answer = await panel.post(`${ADMIN}/monitors/test`, { ...tried, agent: "office" });
    expect(answer).toMatchObject({ overall: "up", message: "The container is running." });
    await expect(panel.post(`${ADMIN}/monitors/test`, tried)).rejects.toThrow(/400.*Only an agent/s);
    engine.close();
    const gone = {
      ...tried,
      config: { ...tried.config, endpoint: "unix:///nowhere/docker.sock" },
      agent: "office",
    };
    expect(await panel.post(`${ADMIN}/monitors/test`, gone)).toMatchObject({
      overall: "down",
      message: "There is no unix:///nowhere/docker.sock on the agent's machine.",
    });
  });

  it("the agent exits with 2 for a token that can't be sent in a header", async () => {
    const env = {
      PATH: process.env["PATH"],
      UPTIDE_AGENT_TOKEN: "upa_żółw",
      UPTIDE_URL: "http://127.0.0.1:9",
    };
    const [code] = await once(spawn(process.execPath, [CLI, "agent"], { stdio: "ignore", env }), "exit");
    expect(code).toBe(2);
  });

  it.each(UNCHECKED)("%s does not accept an agent", async (type) => {
    const wanted = { name: "Own", type, config: {}, agent: "office" };
    await expect(panel.post(`${ADMIN}/monitors`, wanted)).rejects.toThrow(/400.*leave agent out/s);
  });
});
