import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Agent as AgentClass } from "../../../durable/agent/agent.ts";
import { nextDue, offsetOf, watchOf } from "../../../src/domain/monitor/schedule.ts";
import { makeAgentKeys } from "../../../src/lib/agent_seal.ts";
import type { Agent, AgentWithToken } from "../../../src/schema/agent.ts";
import { CLOSE } from "../../../src/schema/agent_message.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { apply, exportText, validate } from "../../api/config/client.ts";
import { statementsDuring } from "../../api/d1_reads.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";
import { DOWN, knock, LACKS, StandIn, UP } from "./stand_in.ts";

const ADMIN = "/api/v1/admin";
const AGENTS = `${ADMIN}/agents`;
const MONITORS = `${ADMIN}/monitors`;
const SECRET = "s3cret-of-the-intranet";
let admin: Visitor;
let channel: Channel;
let office: AgentWithToken;
const sent: { title: string; event: string }[] = [];
const hosts = new Set<string>();
const standIns: StandIn[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { hostname } = new URL(request.url);
    if (hostname === "hook.example") sent.push(await request.json());
    else hosts.add(hostname);
    return new Response("ok");
  });
  const hook = { name: "Operators", type: "webhook", config: { url: "https://hook.example/" } };
  channel = (await admin.post<Channel>(`${ADMIN}/notifications/channels`, hook)).body;
});

beforeEach(async () => {
  sent.length = 0;
  const wanted = { name: "Office", awayAfterSecs: 60, channelIds: [channel.id] };
  office = (await admin.post<AgentWithToken>(AGENTS, wanted)).body;
});

afterEach(async () => {
  vi.useRealTimers();
  for (const one of standIns.splice(0)) one.close();
  await admin.delete(`${AGENTS}/${office.key}?monitors=pause`);
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const object = () => bindings.AGENT.getByName(`agent-${office.key}`);
const look = async () => (await admin.get<Agent>(`${AGENTS}/${office.key}`)).body;
const read = async (id: number) => (await admin.get<Monitor>(`${MONITORS}/${id}`)).body;
const check = (id: number) => admin.post<{ status: string; error: string }>(`${MONITORS}/${id}/check-now`);
const events = () => sent.map(({ event }) => event);

async function connect(token = office.token, host = "mill"): Promise<StandIn> {
  const standIn = await StandIn.connect(token, { host });
  standIns.push(standIn);
  return standIn;
}

async function add(body: object = {}): Promise<Monitor> {
  const config = { url: "https://intranet.example/", headers: { Authorization: SECRET } };
  const wanted = { name: "Intranet", type: "https", agent: office.key, intervalSecs: 60, config, ...body };
  const made = await admin.post<Monitor>(MONITORS, wanted);
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  await admin.put(`${ADMIN}/notifications/monitor/${made.body.id}/channels`, { channelIds: [channel.id] });
  return made.body;
}

function pass(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
}

async function leave(standIn: StandIn): Promise<void> {
  standIn.close();
  await eventually(async () => expect((await look()).processes).toEqual([]));
  pass(20);
}

const statusOf = async (id: number, status: string) =>
  await eventually(async () => expect((await read(id)).currentStatus).toBe(status));

describe("an agent", () => {
  it("checks instead of the service, with settings that only it can decrypt", async () => {
    const standIn = await connect();
    const { id } = await add();
    await statusOf(id, "up");
    expect(hosts).not.toContain("intranet.example");
    expect(standIn.taken[0]).toMatchObject({ type: "https", config: { headers: { Authorization: SECRET } } });
    expect(standIn.messages.join()).not.toContain(SECRET);
    expect(await look()).toMatchObject({
      status: "online",
      host: "mill",
      address: "203.0.113.9",
      monitors: 1,
      roundTripMs: 7,
      lastHour: { checks: 3, notMade: 1 },
      lacks: LACKS,
    });
  });

  it("gets the checks of one tick in one call and one message, without a database statement", async () => {
    const standIn = await connect();
    const often = { intervalSecs: 30 };
    const monitors = [await add(often), await add(often), await add(often)];
    for (const { id } of monitors) await statusOf(id, "up");
    await eventually(async () => expect((await watch().health()).outbox).toBe(0));
    standIn.messages.length = 0;
    standIn.taken.length = 0;
    const grid = { intervalSecs: 30, offsetMs: offsetOf(watchOf(monitors[0]?.id ?? 0)) };
    pass((nextDue(grid, Date.now()) - Date.now()) / 1000);
    const calls = vi.spyOn(AgentClass.prototype, "check");
    const statements = await statementsDuring(async () => {
      await runDurableObjectAlarm(watch());
      await eventually(() => expect(standIn.taken).toHaveLength(3));
      await Promise.all(calls.mock.results.map(({ value }) => value));
    });
    expect([statements, calls.mock.calls.length, standIn.messages.length]).toEqual([0, 1, 1]);
    calls.mockRestore();
  });

  it("that can't make a check says why, and the log has no internal fault", async () => {
    const standIn = await connect();
    const message = "The agent's machine has no ping command.";
    standIn.answer = () => ({ ...DOWN, message, isOwnFault: true });
    const lines: string[] = [];
    const spy = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
    const { id, address } = await add({ type: "ping", config: { host: "10.0.0.1", mode: "icmp" } });
    await eventually(async () => expect((await read(id)).message).toBe(message));
    spy.mockRestore();
    expect([(await read(id)).currentStatus, address, lines]).toEqual(["pending", "10.0.0.1", []]);
  });

  it("that is away leaves its monitors pending without alerts, and notifies its channels once each way", async () => {
    let standIn = await connect();
    const { id } = await add();
    await statusOf(id, "up");
    await leave(standIn);
    await check(id);
    await statusOf(id, "pending");
    expect((await read(id)).message).toMatch(
      /^Agent Office has been away since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    );
    expect(await look()).toMatchObject({ status: "away" });
    const sentence = expect.stringMatching(/^Agent Office has been away since/);
    const { awayAgents } = (await admin.get<Dashboard>(`${ADMIN}/dashboard`)).body;
    expect(awayAgents).toMatchObject([{ key: office.key, monitors: 1, message: sentence }]);
    const { parts } = (await admin.get<SystemHealth>(`${ADMIN}/system-health`)).body;
    expect(parts.find((part) => part.id === "agents")).toMatchObject({ state: "failing", summary: sentence });
    pass(60);
    await runDurableObjectAlarm(object());
    await eventually(() => expect(events()).toEqual(["agent_away"]));
    await runInDurableObject(object(), (_agent: AgentClass, state) => state.abort("evicted")).catch(() => {});
    await check(id);
    standIn = await connect();
    await runDurableObjectAlarm(object());
    await eventually(() => expect(events()).toEqual(["agent_away", "agent_back"]));
    await check(id);
    await statusOf(id, "up");
    expect(events()).toEqual(["agent_away", "agent_back"]);
    expect(standIn.taken.length).toBeGreaterThan(0);
  });

  it("that reconnects at once notifies nobody", async () => {
    const standIn = await connect();
    standIn.close();
    await eventually(async () => expect((await look()).processes).toEqual([]));
    pass(5);
    expect(await look()).toMatchObject({ status: "online" });
    await connect();
    pass(200);
    await runDurableObjectAlarm(object());
    expect(sent).toEqual([]);
  });

  it("keeps an open alert while it is away, and sends the recovery once", async () => {
    let standIn = await connect();
    standIn.answer = () => DOWN;
    const { id } = await add();
    await eventually(() => expect(events()).toEqual(["alert"]));
    await leave(standIn);
    await check(id);
    await statusOf(id, "pending");
    standIn = await connect();
    standIn.answer = () => DOWN;
    await check(id);
    await statusOf(id, "down");
    standIn.answer = () => UP;
    await check(id);
    await eventually(() => expect(events()).toEqual(["alert", "recovery"]));
  });

  it("has several processes that take over from each other, even during a check", async () => {
    const first = await connect(office.token, "mill");
    const second = await connect(office.token, "barn");
    second.answer = () => null;
    expect((await look()).processes.map(({ host }) => host).sort()).toEqual(["barn", "mill"]);
    const { id } = await add();
    await eventually(() => expect(second.taken).toHaveLength(1));
    // The wrong process reports a result.
    first.report(second.taken[0]?.id ?? "", DOWN);
    expect((await read(id)).currentStatus).toBe("pending");
    second.close();
    await statusOf(id, "up");
    expect(first.taken.map((one) => one.id)).toEqual([second.taken[0]?.id]);
  });

  it("does not count as away when the service's clock jumps by an hour", async () => {
    const standIn = await connect();
    const { id } = await add();
    await statusOf(id, "up");
    for (const seconds of [3600, -3600]) {
      pass(seconds);
      await look();
      await eventually(() => expect(standIn.closed).not.toBeNull());
      const next = await connect();
      await runDurableObjectAlarm(object());
      await check(id);
      await eventually(() => expect(next.taken.length).toBeGreaterThan(0));
      await statusOf(id, "up");
      expect(await look()).toMatchObject({ status: "online" });
    }
    expect(sent).toEqual([]);
  });

  it("connects with its old token until that is revoked", async () => {
    const keys = await makeAgentKeys();
    const before = await connect();
    const { token } = (await admin.post<AgentWithToken>(`${AGENTS}/${office.key}/token`)).body;
    expect((await knock(office.token, { keys })).status).toBe(101);
    const after = await connect(token);
    expect((await admin.delete(`${AGENTS}/${office.key}/token/old`)).status).toBe(204);
    await eventually(() => expect(before.closed).toBe(CLOSE.refused));
    expect((await knock(office.token, { keys })).status).toBe(401);
    expect(after.closed).toBeNull();
    pass(25 * 3600);
    expect((await knock(token, { keys })).status).toBe(101);
    expect((await knock("upa_0000000000000000000000000000000000000000", { keys })).status).toBe(401);
  });

  it("can't use a replaced token after a day", async () => {
    const keys = await makeAgentKeys();
    const before = await connect();
    await admin.post(`${AGENTS}/${office.key}/token`);
    pass(24 * 3600 + 1);
    await object().glance();
    await eventually(() => expect(before.closed).not.toBeNull());
    expect((await knock(office.token, { keys })).status).toBe(401);
  });

  it("of another minor version is rejected with the versions that work", async () => {
    const keys = await makeAgentKeys();
    const reply = await knock(office.token, { keys, version: "0.4.9" });
    expect(reply.status).toBe(426);
    const { error, versions } = await reply.json<{ error: string; versions: string }>();
    expect(error).toBe(`Agent 0.4.9 is older than this service: update the agent to ${versions}.`);
  });

  it("can be deleted only without monitors, or by pausing them", async () => {
    const standIn = await connect();
    const { id } = await add();
    await statusOf(id, "up");
    expect((await admin.delete(`${AGENTS}/${office.key}`)).status).toBe(409);
    expect((await admin.delete(`${AGENTS}/${office.key}?monitors=pause`)).status).toBe(204);
    await eventually(() => expect(standIn.closed).toBe(CLOSE.gone));
    expect(await read(id)).toMatchObject({ paused: true, agent: null });
    expect((await knock(office.token, { keys: await makeAgentKeys() })).status).toBe(401);
  });

  it("leaves monitors behind that an export of the same instance may contain unchanged", async () => {
    await connect();
    const config = { host: "10.0.0.1", mode: "icmp" };
    const { key } = await add({ name: "Old router", type: "ping", config, intervalSecs: 60 });
    await admin.delete(`${AGENTS}/${office.key}?monitors=pause`);
    const text = await exportText(admin, `?kind=Monitor&key=${key}`);
    expect(await apply(admin, text)).toMatchObject({ status: 200, body: { summary: { update: 0 } } });
    const renamed = text.replace("name: Old router", "name: Router");
    expect(await apply(admin, renamed)).toMatchObject({ status: 200, body: { summary: { update: 1 } } });
    const message = expect.stringContaining("The platform can't send ICMP");
    const refused = { status: 400, body: { problems: [{ path: `Monitor[${key}].config.mode`, message }] } };
    expect(await apply(admin, renamed.replace("10.0.0.1", "10.0.0.2"))).toMatchObject(refused);
    await admin.post(AGENTS, { name: "Office", key: office.key });
    const again = renamed.replace("type: ping", "type: ping\nagent: OFFICE").replace("OFFICE", office.key);
    expect(await apply(admin, again)).toMatchObject({ status: 200, body: { summary: { update: 1 } } });
    await admin.delete(`${AGENTS}/${office.key}?monitors=pause`);
  });

  it("is named by the system health for monitors that it can't check", async () => {
    const standIn = await connect();
    const reason = LACKS[0]?.reason ?? "";
    standIn.answer = () => ({ ...DOWN, message: reason, isOwnFault: true });
    const { id } = await add({ type: "ping", config: { host: "10.0.0.1", mode: "icmp" } });
    await eventually(() => expect(standIn.taken).not.toEqual([]));
    const { body } = await admin.get<SystemHealth>(`${ADMIN}/system-health`);
    expect(body.monitors.overdue.map((one) => one.id)).toContain(id);
    const part = body.parts.find((one) => one.id === "monitors");
    expect(part).toMatchObject({ state: "warning", advice: expect.stringContaining(reason) });
    expect(part?.advice).toContain(office.name);
  });

  it("is required for ICMP, without regions", async () => {
    await connect();
    const icmp = { name: "Router", type: "ping", config: { host: "10.0.0.1", mode: "icmp" } };
    const sentence =
      "The platform can't send ICMP: choose an agent and no regions, or use mode tcp with an open port.";
    const refused = { status: 400, body: { problems: [{ path: "config.mode", message: sentence }] } };
    expect(await admin.post(MONITORS, icmp)).toMatchObject(refused);
    expect(await admin.post(`${MONITORS}/test`, icmp)).toMatchObject(refused);
    const { id } = await add({ ...icmp, intervalSecs: 60 });
    expect((await read(id)).config).toMatchObject({ packets: 3, maxLossPct: 100 });
    for (const change of [{ agent: null }, { locations: ["weur"] }])
      expect(await admin.patch(`${MONITORS}/${id}`, change)).toMatchObject(refused);
    const checked = await validate(admin, [{ kind: "Monitor", key: "router", ...icmp }]);
    expect(checked).toMatchObject({ status: 400, body: { problems: [{ message: sentence }] } });
  });

  it("is refused for types that nobody checks, through the API and in documents", async () => {
    const beat = { name: "Beat", type: "webhook", config: {}, agent: office.key };
    const message = "Agents can't check monitors of the type webhook: leave agent out.";
    const refused = { status: 400, body: { problems: [{ message }] } };
    expect(await admin.post(MONITORS, beat)).toMatchObject(refused);
    expect(await validate(admin, [{ kind: "Monitor", key: "beat", ...beat }])).toMatchObject(refused);
  });

  it("tests settings before they are saved", async () => {
    const standIn = await connect();
    const tried = { type: "tcp", config: { host: "10.0.0.7", port: 25 }, agent: office.key };
    expect((await admin.post<{ overall: string }>(`${MONITORS}/test`, tried)).body.overall).toBe("up");
    expect(standIn.taken).toMatchObject([{ type: "tcp", config: { host: "10.0.0.7", port: 25 } }]);
    await leave(standIn);
    const refused = await admin.post<{ error: string }>(`${MONITORS}/test`, tried);
    expect([refused.status, refused.body.error]).toEqual([
      503,
      expect.stringContaining("has been away since"),
    ]);
  });
});
