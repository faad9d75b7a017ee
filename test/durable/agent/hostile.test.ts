import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeAgentKeys } from "../../../src/lib/agent_seal.ts";
import type { AgentWithToken } from "../../../src/schema/agent.ts";
import { CLOSE, MOST_MESSAGE_CHARACTERS, MOST_MESSAGES } from "../../../src/schema/agent_message.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, handle, ORIGIN, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { DOWN, knock, StandIn, UP } from "./stand_in.ts";

const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;
let agent: AgentWithToken;
let own: Monitor;
let others: Monitor;
let standIn: StandIn;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
  agent = (await admin.post<AgentWithToken>("/api/v1/admin/agents", { name: "Hostile" })).body;
  standIn = await StandIn.connect(agent.token);
  own = await add({ name: "Own", agent: agent.key });
  others = await add({ name: "Others" });
});

beforeEach(async () => {
  if (standIn.closed === null) return;
  standIn = await StandIn.connect(agent.token);
});

afterAll(async () => {
  for (const { id } of [own, others]) await admin.delete(`${MONITORS}/${id}`);
  await admin.delete(`/api/v1/admin/agents/${agent.key}`);
});

async function add(body: object): Promise<Monitor> {
  const config = { url: "https://target.example/", certExpiry: { enabled: false } };
  const made = await admin.post<Monitor>(MONITORS, { type: "https", config, intervalSecs: 86_400, ...body });
  await eventually(async () => expect((await read(made.body.id)).currentStatus).toBe("up"));
  return made.body;
}

const read = async (id: number) => (await admin.get<Monitor>(`${MONITORS}/${id}`)).body;
const check = (id: number) => admin.post<{ status: string; error: string }>(`${MONITORS}/${id}/check-now`);
const results = (all: unknown, rest: object = {}) =>
  JSON.stringify({ kind: "results", roundTripMs: 1, results: all, ...rest });

async function isCut(message: string | ArrayBuffer): Promise<void> {
  standIn.send(message);
  await eventually(() => expect(standIn.closed).toBe(CLOSE.unreadable));
}

const STEP = { label: "a", status: "up", detail: "", durationMs: 1 };
const SHAPES: Record<string, string | ArrayBuffer> = {
  "an empty message": "",
  "invalid JSON": "{",
  null: "null",
  "a list": "[]",
  bytes: new Uint8Array([0, 159, 146, 150]).buffer,
  "an unknown kind": JSON.stringify({ kind: "attempts", sealed: "" }),
  "missing results": JSON.stringify({ kind: "results", roundTripMs: 1 }),
  "results that aren't a list": results({ length: 1 }),
  "too many results": results(Array.from({ length: 201 }, () => ({ id: "a", answer: UP }))),
  "an unknown status": results([{ id: "a", answer: { ...UP, status: "pending" } }]),
  "an overlong check message": results([{ id: "a", answer: { ...UP, message: "x".repeat(4001) } }]),
  "too many steps": results([{ id: "a", answer: { ...UP, steps: Array.from({ length: 201 }, () => STEP) } }]),
  "a negative response time": results([{ id: "a", answer: { ...UP, responseMs: -1 } }]),
  "a negative number of checks": results([], { lastHour: { checks: -1, notMade: 0 } }),
  "a round trip of a day": results([], { roundTripMs: 86_400_000 }),
  "deep nesting": `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  "a message over the size limit": results([]).padEnd(MOST_MESSAGE_CHARACTERS + 1),
};

describe("a hostile agent", () => {
  it.each(Object.keys(SHAPES))("is disconnected for %s", async (name) => {
    await isCut(SHAPES[name] ?? "");
    expect((await read(own.id)).currentStatus).toBe("up");
  });

  it("is disconnected for more messages than its attempts need", async () => {
    for (let i = 0; i <= MOST_MESSAGES.count; i++) standIn.send(results([]));
    await eventually(() => expect(standIn.closed).toBe(CLOSE.unreadable));
  });

  it("changes nothing with results of unknown or finished attempts", async () => {
    const taken: string[] = [];
    standIn.answer = ({ id }) => {
      taken.push(id);
      return UP;
    };
    await check(own.id);
    await eventually(() => expect(taken).toHaveLength(1));
    const before = await Promise.all([own, others].map(async ({ id }) => await read(id)));
    for (const id of [...taken, crypto.randomUUID(), String(others.id), "__proto__", ""])
      standIn.report(id, DOWN);
    await check(own.id);
    await eventually(() => expect(taken).toHaveLength(2));
    const after = await Promise.all([own, others].map(async ({ id }) => await read(id)));
    expect(after.map(({ currentStatus }) => currentStatus)).toEqual(["up", "up"]);
    expect(after[1]).toEqual(before[1]);
  });

  it("gets no attempts or secrets of another agent's monitors, and can't report results for them", async () => {
    const { body: office } = await admin.post<AgentWithToken>("/api/v1/admin/agents", { name: "Office" });
    const its = await StandIn.connect(office.token);
    const url = "https://intranet.example/";
    const config = { url, headers: { Authorization: "s3cret" }, certExpiry: { enabled: false } };
    const { id } = await add({ name: "Intranet", agent: office.key, config });
    const seen = standIn.messages.length;
    its.answer = () => null;
    const checked = check(id);
    await eventually(() => expect(its.taken).toHaveLength(2));
    standIn.report(its.taken[1]?.id ?? "", DOWN);
    its.report(its.taken[1]?.id ?? "", UP);
    expect((await checked).body.status).toBe("up");
    expect(standIn.messages).toHaveLength(seen);
    await admin.delete(`${MONITORS}/${id}`);
    await admin.delete(`/api/v1/admin/agents/${office.key}`);
  });

  it("can't use the API with its token, which is checked before version and key", async () => {
    const asUser = await handle(
      new Request(`${ORIGIN}${MONITORS}`, { headers: { Authorization: `Bearer ${agent.token}` } }),
    );
    expect(asUser.status).toBe(401);
    const keys = { ...(await makeAgentKeys()), publicKey: "none" };
    for (const token of ["", "upa_", `${agent.token}0`, agent.token.replace("upa_", "upt_")])
      expect((await knock(token, { keys, version: "none" })).status).toBe(401);
    expect((await knock(agent.token, { keys, version: "none" })).status).toBe(426);
    expect((await knock(agent.token, { keys })).status).toBe(400);
  });

  it("can lie about its own monitor only", async () => {
    standIn.answer = () => ({ ...DOWN, message: "<script>{{url}}</script>" });
    await check(own.id);
    await eventually(async () => expect((await read(own.id)).currentStatus).toBe("down"));
    expect((await read(own.id)).message).toBe("<script>{{url}}</script>");
    expect((await read(others.id)).currentStatus).toBe("up");
    standIn.answer = () => UP;
    await check(own.id);
  });

  it("is disconnected or ignored for randomly corrupted messages", async () => {
    const good = results([{ id: crypto.randomUUID(), answer: { ...UP, steps: [STEP] } }]);
    for (let round = 0; round < 150; round++) {
      if (round % 50 === 0) {
        standIn.close();
        standIn = await StandIn.connect(agent.token);
      }
      const at = (round * 7919) % good.length;
      const piece = ["", "null", "-1", '"', "{", "\u0000", "9".repeat(400)][round % 7] ?? "";
      standIn.send(good.slice(0, at) + piece + good.slice(at + (round % 5)));
    }
    standIn.close();
    standIn = await StandIn.connect(agent.token);
    expect((await check(own.id)).body.status).toBe("up");
    expect((await read(others.id)).currentStatus).toBe("up");
    const { results: rows } = await bindings.DB.prepare("SELECT key FROM agents").all();
    expect(rows).toEqual([{ key: agent.key }]);
  });
});
