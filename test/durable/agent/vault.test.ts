import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AgentWithToken } from "../../../src/schema/agent.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Vault, VaultSecret } from "../../../src/schema/vault.ts";
import { setUp, type Visitor } from "../../api/client.ts";
import { apply, exportText } from "../../api/config/client.ts";
import { eventually } from "../../eventually.ts";
import { StandIn } from "./stand_in.ts";

const ADMIN = "/api/v1/admin";
const MONITORS = `${ADMIN}/monitors`;
const VAULTS = `${ADMIN}/vaults`;
const ONLY = "Only monitors of the agent office can use the vault Intranet.";
const basic = { type: "basic", basic: { vault: { vault: "Intranet", secret: "wiki" } } };
const wanted = {
  name: "Wiki",
  type: "https",
  agent: "office",
  config: { url: "https://wiki.lan/", auth: basic },
};
let admin: Visitor;
let standIn: StandIn;
let vault: Vault;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
  const { body } = await admin.post<AgentWithToken>(`${ADMIN}/agents`, { name: "Office" });
  await admin.post(`${ADMIN}/agents`, { name: "Attic" });
  standIn = await StandIn.connect(body.token);
  const kept = { name: "Intranet", kind: "agent", settings: { agentKey: "office" } };
  vault = (await admin.post<Vault>(VAULTS, kept)).body;
  const secret = { name: "wiki", type: "userpass" };
  const made = await admin.post<VaultSecret>(`${VAULTS}/${vault.id}/secrets`, secret);
  expect(made).toMatchObject({ status: 201, body: { ...secret, fields: ["user", "password"] } });
});

afterAll(() => standIn.close());

const add = async (body: object) =>
  await admin.post<Monitor & { error: string }>(MONITORS, { ...wanted, ...body });

describe("an agent's vault", () => {
  it("is returned with its agent, and works while the agent is connected", async () => {
    expect(vault).toMatchObject({ kind: "agent", settings: { agentKey: "office" } });
    expect((await admin.post(`${VAULTS}/${vault.id}/test`)).status).toBe(200);
    expect((await admin.get(`${ADMIN}/vault-references`)).body).toMatchObject([
      { name: "Intranet", agentKey: "office", secrets: [{ name: "wiki", fields: ["user", "password"] }] },
    ]);
    const { id } = (
      await admin.post<Vault>(VAULTS, { name: "Attic's", kind: "agent", settings: { agentKey: "attic" } })
    ).body;
    expect(await admin.post(`${VAULTS}/${id}/test`)).toMatchObject({
      status: 422,
      body: { error: "Agent Attic has never connected: start it." },
    });
  });

  it("rejects values, paths and unknown agents", async () => {
    const write = async (body: object) =>
      await admin.post<{ error: string }>(`${VAULTS}/${vault.id}/secrets`, {
        name: "x",
        type: "value",
        ...body,
      });
    for (const [part, value] of Object.entries({ values: { value: "s3cret" }, path: "team/x" }))
      expect(await write({ [part]: value })).toMatchObject({
        status: 400,
        body: { error: `The agent finds the values of the vault Intranet itself: leave out ${part}.` },
      });
    const nowhere = { name: "Nowhere", kind: "agent", settings: { agentKey: "cellar" } };
    expect(await admin.post(VAULTS, nowhere)).toMatchObject({
      status: 400,
      body: { error: "There is no agent with the key cellar." },
    });
    expect((await admin.patch(`${VAULTS}/${vault.id}`, { settings: { agentKey: "cellar" } })).status).toBe(
      400,
    );
  });

  it("is sent to the agent as a reference", async () => {
    const { body: made, status } = await add({});
    expect([status, made.config]).toMatchObject([201, { auth: basic }]);
    await eventually(() => expect(standIn.taken).not.toEqual([]));
    expect(standIn.taken[0]?.config).toMatchObject({
      auth: { basic: { vault: { vault: "Intranet", secret: "wiki", type: "userpass" } } },
    });
    standIn.taken.length = 0;
    await admin.post(`${MONITORS}/test`, { type: "https", config: wanted.config, agent: "office" });
    expect(standIn.taken).toMatchObject([{ config: { auth: { basic: { vault: { secret: "wiki" } } } } }]);
  });

  it("leaves values of other vaults to be hidden by the agent", async () => {
    const { id } = (await admin.post<Vault>(VAULTS, { name: "Here", kind: "local" })).body;
    const values = { user: "ann", password: "swordfish" };
    await admin.post(`${VAULTS}/${id}/secrets`, { name: "wiki", type: "userpass", values });
    const fieldMapping = { user: "password", password: "user" };
    const swapped = { vault: "Here", secret: "wiki", fieldMapping };
    const config = { ...wanted.config, auth: { type: "basic", basic: { vault: swapped } } };
    standIn.taken.length = 0;
    await admin.post(`${MONITORS}/test`, { type: "https", config, agent: "office" });
    expect(standIn.taken).toMatchObject([{ hidden: ["ann", "swordfish"] }]);
  });

  it("is rejected wherever anything but its agent would have to read it", async () => {
    const refused = { status: 400, body: { error: expect.stringContaining(ONLY) } };
    expect(await add({ agent: null })).toMatchObject(refused);
    expect(await add({ agent: "attic" })).toMatchObject(refused);
    expect(await admin.post(`${MONITORS}/test`, { type: "https", config: wanted.config })).toMatchObject(
      refused,
    );
    const inRegions = "Only the agent office can read the vault Intranet: leave out locations.";
    expect(await add({ locations: ["weur"] })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(inRegions) },
    });
    const { body: made } = await add({});
    expect(await admin.patch(`${MONITORS}/${made.id}`, { agent: null })).toMatchObject(refused);
    expect((await admin.patch(`${MONITORS}/${made.id}`, { locations: ["weur"] })).status).toBe(400);
    const authorization = { vault: basic.basic.vault };
    const hook = { url: "https://hook.example/", headers: { Authorization: authorization } };
    const channel = { name: "Hook", type: "webhook", config: hook };
    expect(await admin.post(`${ADMIN}/notifications/channels`, channel)).toMatchObject(refused);
    const secrets = [{ name: "wiki", vault: basic.basic.vault }];
    const action = { name: "Restart", config: { url: "https://hook.example/", secrets } };
    expect(await admin.post(`${ADMIN}/actions`, action)).toMatchObject(refused);
    const document = await exportText(admin, `?kind=Monitor&key=${made.key}`);
    expect((await apply(admin, document)).status).toBe(200);
    const moved = await apply(admin, document.replace("agent: office\n", ""));
    expect([moved.status, JSON.stringify(moved.body)]).toEqual([400, expect.stringContaining(ONLY)]);
  });

  it("fails with a message for a monitor whose agent was deleted", async () => {
    const { body: made } = await add({ name: "Orphan" });
    await admin.delete(`${ADMIN}/agents/office?monitors=pause`);
    expect((await admin.post(`${MONITORS}/${made.id}/resume`)).status).toBe(200);
    expect(await admin.post(`${MONITORS}/${made.id}/check-now`)).toMatchObject({
      status: 503,
      body: { error: ONLY },
    });
  });
});
