import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentWithToken } from "../../../src/schema/agent.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../src/schema/monitor_history.ts";
import { setUp, type Visitor } from "../../api/client.ts";
import { validate } from "../../api/config/client.ts";
import { eventually } from "../../eventually.ts";
import { DOWN, StandIn, UP } from "./stand_in.ts";

const AGENTS = "/api/v1/admin/agents";
const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;
let office: AgentWithToken;
const standIns: StandIn[] = [];
let isDown = false;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    return new Response("", { status: isDown ? 503 : 200 });
  });
});

beforeEach(async () => {
  isDown = false;
  office = (await admin.post<AgentWithToken>(AGENTS, { name: "Office" })).body;
});

afterEach(async () => {
  for (const one of standIns.splice(0)) one.close();
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
  await admin.delete(`${AGENTS}/${office.key}`);
});

async function connect(): Promise<StandIn> {
  const standIn = await StandIn.connect(office.token);
  standIns.push(standIn);
  return standIn;
}

const add = async (body: object) =>
  await admin.post<Monitor & { error: string }>(MONITORS, {
    name: "Shop",
    type: "https",
    config: { url: "https://shop.example/" },
    ...body,
  });
const asked = { locations: ["agent:office"], confirmFrom: 2 };
const check = async (id: number) =>
  (await admin.post<{ status: string; message: string }>(`${MONITORS}/${id}/check-now`)).body;
const read = async (id: number) => (await admin.get<Monitor>(`${MONITORS}/${id}`)).body;

describe("an agent that can't reach a provider's status page", () => {
  it("reports missing data instead of a failure", async () => {
    const standIn = await connect();
    const message = "Their status page can't be read.";
    standIn.answer = () => ({ ...DOWN, message, isOwnFault: true, hasNoData: true });
    const config = { url: "https://status.example/" };
    const { body: made } = await add({ type: "status_page", config, agent: "office", intervalSecs: 60 });
    await eventually(async () =>
      expect(await read(made.id)).toMatchObject({ currentStatus: "pending", message }),
    );
  });
});

describe("an agent among a monitor's regions", () => {
  it("confirms or refutes a failure", async () => {
    const standIn = await connect();
    const { body: made } = await add(asked);
    expect([made.locations, made.agent]).toEqual([["agent:office"], null]);
    expect(await check(made.id)).toMatchObject({ status: "up" });
    expect(standIn.taken).toEqual([]);
    isDown = true;
    expect(await check(made.id)).toMatchObject({
      status: "up",
      message: expect.stringMatching(/^Fails from home \(.*503.*\), up from agent:office$/),
    });
    standIn.answer = () => DOWN;
    expect(await check(made.id)).toMatchObject({ status: "down" });
    const { places } = (await admin.get<LastChecks>(`${MONITORS}/${made.id}/checks`)).body;
    expect(places.map(({ place, status }) => [place, status])).toEqual([
      ["home", "down"],
      ["agent:office", "down"],
    ]);
  });

  it("has no vote while it is away or fails to check", async () => {
    const { body: made } = await add(asked);
    isDown = true;
    const answer = await check(made.id);
    expect(answer).toMatchObject({ error: expect.stringContaining("no response from agent:office") });
    const standIn = await connect();
    standIn.answer = () => ({ ...UP, isOwnFault: true, status: "down" });
    expect(await check(made.id)).toMatchObject({
      error: expect.stringContaining("no response from agent:office"),
    });
  });

  it("is tested alongside home before a monitor is saved", async () => {
    const standIn = await connect();
    standIn.answer = () => DOWN;
    const trial = { type: "https", config: { url: "https://shop.example/" }, locations: ["agent:office"] };
    const { body } = await admin.post<{ places: object[] }>(`${MONITORS}/test`, trial);
    expect(body.places).toMatchObject([
      { place: "home", status: "up" },
      { place: "agent:office", status: "down", message: DOWN.message },
    ]);
  });

  it("must exist, and can't confirm its own checks", async () => {
    expect(await add({ locations: ["agent:attic"] })).toMatchObject({
      status: 400,
      body: { error: "There is no agent with the key attic." },
    });
    expect(await add({ locations: ["agent:office"], agent: "office" })).toMatchObject({
      status: 400,
      body: { error: "Leave out agent:office: it checks the monitor already." },
    });
    const document =
      "kind: Monitor\nkey: shop\nname: Shop\ntype: https\nconfig: {url: https://shop.example/}\n";
    const { body } = await validate(admin, `${document}locations: [weur, "agent:attic"]\n`);
    expect(JSON.stringify(body)).toContain("There is no agent with the key attic.");
    expect(await add({ locations: ["nowhere"] })).toMatchObject({
      status: 400,
      body: {
        error: expect.stringMatching(/^locations\[0\]: Use wnam, .*, or agent: and the key of an agent\.$/),
      },
    });
  });

  it("can be deleted only by pausing its monitors, which keep their other regions", async () => {
    const { body: made } = await add({ locations: ["agent:office", "weur"], confirmFrom: 3 });
    expect(made.locations).toEqual(["weur", "agent:office"]);
    const refused = await admin.delete<{ error: string }>(`${AGENTS}/office`);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("1 monitor names")]);
    expect((await admin.delete(`${AGENTS}/office?monitors=pause`)).status).toBe(204);
    expect(await read(made.id)).toMatchObject({
      paused: true,
      agent: null,
      locations: ["weur"],
      confirmFrom: 2,
    });
  });
});
