import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Agent as AgentClass } from "../../../durable/agent/agent.ts";
import type { Env } from "../../../src/env.ts";
import { makeAgentKeys } from "../../../src/lib/agent_seal.ts";
import type { Agent, AgentWithToken } from "../../../src/schema/agent.ts";
import { CLOSE } from "../../../src/schema/agent_message.ts";
import { bindings, type Reply, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { knock, StandIn } from "./stand_in.ts";

const AGENTS = "/api/v1/admin/agents";
let admin: Visitor;
let office: AgentWithToken;
const standIns: StandIn[] = [];

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  office = (await admin.post<AgentWithToken>(AGENTS, { name: "Office" })).body;
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const one of standIns.splice(0)) one.close();
  await remove();
});

const object = () => bindings.AGENT.getByName(`agent-${office.key}`);
const look = async () => (await admin.get<Agent>(`${AGENTS}/${office.key}`)).body;
const replace = () => admin.post<AgentWithToken>(`${AGENTS}/${office.key}/token`);
const revokeOld = () => admin.delete(`${AGENTS}/${office.key}/token/old`);
const remove = () => admin.delete(`${AGENTS}/${office.key}`);
const isClosed = async (one: StandIn, code: number) => await eventually(() => expect(one.closed).toBe(code));

async function connect(token = office.token, variables = bindings): Promise<StandIn> {
  const standIn = await StandIn.connect(token, { variables });
  standIns.push(standIn);
  return standIn;
}

/** The token is read, then `change` happens, then the connection reaches the agent's object. */
function changingFirst(change: () => unknown): Env {
  const AGENT = {
    getByName: (name: string) => ({
      async fetch(request: Request) {
        await change();
        return await bindings.AGENT.getByName(name).fetch(request);
      },
    }),
  } as unknown as Env["AGENT"];
  return { ...bindings, AGENT };
}

async function connectAfter(change: () => unknown): Promise<StandIn> {
  return await connect(office.token, changingFirst(change));
}

function failNextCheck(): void {
  vi.spyOn(AgentClass.prototype, "recheck").mockRejectedValueOnce(new Error("The object was reset."));
}

/** The alarm comes a minute after the change, both within the 45 seconds from now that silent sockets are kept. */
async function changeAMinuteAgo(change: () => Promise<Reply<unknown>>): Promise<void> {
  pass(-40);
  await ok(change());
  pass(61);
}

const alarmAt = () => runInDurableObject(object(), (_agent: AgentClass, state) => state.storage.getAlarm());
const runAlarm = () => runDurableObjectAlarm(object());

/** Runs between the read and the write of the change that follows. */
function beforeNextChange<T>(change: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  vi.spyOn(AgentClass.prototype, "planRecheck").mockImplementationOnce(async () => {
    resolve(await change());
    return { used: null };
  });
  return promise;
}

function pass(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
}

async function tokenEnds(): Promise<unknown[]> {
  return await runInDurableObject(object(), (_agent: AgentClass, state) => {
    // The sockets of the agent before, which had the same key, may still be closing.
    const open = state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
    return open.map((socket) => socket.deserializeAttachment().tokenUntil);
  });
}

async function ok(reply: Promise<Reply<unknown>>): Promise<void> {
  expect((await reply).status).toBeLessThan(300);
}

describe("a connection that arrives while its token changes", () => {
  it("ends with the day of a replaced token", async () => {
    const late = await connectAfter(() => ok(replace()));
    expect(late.closed).toBeNull();
    expect(await tokenEnds()).toEqual([(await look()).oldTokenUntil]);
  });

  it("is closed if its old token was revoked", async () => {
    const { token } = (await replace()).body;
    const late = await connectAfter(() => ok(revokeOld()));
    await isClosed(late, CLOSE.refused);
    expect(await look()).toMatchObject({ status: "never", processes: [] });
    await connect(token);
    expect(await look()).toMatchObject({ status: "online" });
  });

  it("is closed if its agent was deleted", async () => {
    const late = await connectAfter(() => ok(remove()));
    await isClosed(late, CLOSE.gone);
    expect((await object().glance()).status).toBe("never");
  });

  it("is refused while its token can't be read again, and the next attempt connects", async () => {
    const prepare = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "prepare");
    const failing = changingFirst(() =>
      prepare.mockImplementationOnce(() => {
        throw new Error("D1_ERROR: reset");
      }),
    );
    expect((await knock(office.token, { keys: await makeAgentKeys(), variables: failing })).status).toBe(503);
    expect(await look()).toMatchObject({ status: "never", processes: [] });
    const next = await connect();
    expect(next.closed).toBeNull();
  });
});

describe("connections whose object fails after a change", () => {
  it("end a minute later with their revoked token", async () => {
    const before = await connect();
    await ok(replace());
    failNextCheck();
    await changeAMinuteAgo(revokeOld);
    expect(before.closed).toBeNull();
    await runAlarm();
    await isClosed(before, CLOSE.refused);
  });

  it("end a minute later with their deleted agent", async () => {
    const before = await connect();
    failNextCheck();
    await changeAMinuteAgo(remove);
    await runAlarm();
    await isClosed(before, CLOSE.gone);
  });

  it("don't belong to a new agent with the same key", async () => {
    const before = await connect();
    failNextCheck();
    await ok(remove());
    office = (await admin.post<AgentWithToken>(AGENTS, { name: "Office" })).body;
    const after = await connect();
    await isClosed(before, CLOSE.refused);
    expect(after.closed).toBeNull();
  });

  it("are checked again until the database responds", async () => {
    const before = await connect();
    await ok(replace());
    failNextCheck();
    await changeAMinuteAgo(revokeOld);
    failNextCheck();
    await runAlarm();
    expect(before.closed).toBeNull();
    const nextAt = await alarmAt();
    expect(nextAt).toBeGreaterThan(Date.now() + 29_000);
    expect(nextAt).toBeLessThan(Date.now() + 31_000);
  });

  it("count as away by the changed setting a minute later", async () => {
    const before = await connect();
    before.close();
    await eventually(async () => expect((await object().glance()).processes).toEqual([]));
    failNextCheck();
    await changeAMinuteAgo(() => admin.patch(`${AGENTS}/${office.key}`, { awayAfterSecs: 3600 }));
    await runAlarm();
    expect(await alarmAt()).toBeGreaterThan(Date.now() + 3_400_000);
  });

  it("keep an agent that can't be reached before its removal", async () => {
    vi.spyOn(AgentClass.prototype, "planRecheck").mockRejectedValueOnce(new Error("The object was reset."));
    expect((await remove()).status).toBe(500);
    await ok(remove());
  });
});

describe("replacing a token", () => {
  it("twice keeps the running agent's token for its day if nobody used the new one", async () => {
    const keys = await makeAgentKeys();
    const running = await connect();
    const unseen = (await replace()).body;
    const { token } = (await replace()).body;
    expect((await look()).oldTokenUntil).toBe(unseen.oldTokenUntil);
    expect(await tokenEnds()).toEqual([unseen.oldTokenUntil]);
    expect((await knock(unseen.token, { keys })).status).toBe(401);
    await connect(token);
    expect(running.closed).toBeNull();
  });

  it("twice ends the first token if the second one was used", async () => {
    const running = await connect();
    const second = await connect((await replace()).body.token);
    await connect();
    await ok(replace());
    await isClosed(running, CLOSE.refused);
    expect(second.closed).toBeNull();
  });

  it("returns the new token though the object fails after the change", async () => {
    failNextCheck();
    const { status, body } = await replace();
    expect(status).toBe(200);
    expect((await connect(body.token)).closed).toBeNull();
  });

  it("is refused if another replacement came first, and both tokens given out keep working", async () => {
    const first = beforeNextChange(replace);
    expect((await replace()).status).toBe(409);
    const { token } = (await first).body;
    expect((await connect(token)).closed).toBeNull();
    expect((await connect()).closed).toBeNull();
  });

  it("refuses to revoke the token that it has just made the old one", async () => {
    await ok(replace());
    const first = beforeNextChange(replace);
    expect((await revokeOld()).status).toBe(409);
    expect(await look()).toMatchObject({ oldTokenUntil: (await first).body.oldTokenUntil });
  });
});
