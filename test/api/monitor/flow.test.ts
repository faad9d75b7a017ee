import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { setUp, type Visitor } from "../client.ts";
import { apply, clearConfig, exportText, MASK, validate } from "../config/client.ts";

const ADMIN = "/api/v1/admin";
let admin: Visitor;
let sent: { url: string; authorization: string | null }[] = [];

interface Step {
  name: string;
  request: { url: string; auth: { type: string; basic?: object; bearer?: object } };
}

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { url, headers } = new Request(input, init);
    sent.push({ url, authorization: headers.get("Authorization") });
    return url.endsWith("/fail") ? new Response("", { status: 500 }) : new Response("fine");
  });
});

beforeEach(async () => {
  await clearConfig();
  sent = [];
});

const bearer = (token: string) => ({ type: "bearer", bearer: { token } });
const step = (name: string, path: string, token?: string) => ({
  name,
  request: { url: `https://shop.example/${path}`, ...(token !== undefined && { auth: bearer(token) }) },
});

async function create(steps: object[]): Promise<Monitor> {
  const wanted = { name: "Flow", type: "flow", intervalSecs: 3600, config: { steps } };
  const reply = await admin.post<Monitor>(`${ADMIN}/monitors`, wanted);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const stepsOf = ({ config }: Monitor) => config["steps"] as Step[];

async function change(id: number, steps: object[]) {
  return await admin.patch<Monitor & { problems?: object[] }>(`${ADMIN}/monitors/${id}`, {
    config: { steps },
  });
}

async function checkNow(id: number) {
  sent = [];
  return (await admin.post<{ message: string; steps?: object[] }>(`${ADMIN}/monitors/${id}/check-now`)).body;
}

const authorizations = () => sent.map(({ url, authorization }) => [url.split("/").at(-1), authorization]);

describe("a flow monitor", () => {
  it("keeps each step's secret, even if steps are reordered", async () => {
    const monitor = await create([
      step("One", "a", "first"),
      step("Two", "b", "second"),
      step("", "c", "third"),
    ]);
    const [one, two, three] = stepsOf(monitor);
    expect(two?.request.auth).toEqual(bearer(MASK));
    const moved = await change(monitor.id, [three!, two!, one!]);
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    await checkNow(monitor.id);
    expect(authorizations()).toEqual([
      ["c", "Bearer third"],
      ["b", "Bearer second"],
      ["a", "Bearer first"],
    ]);
  });

  it("requires a secret again only in a step whose URL changed", async () => {
    const monitor = await create([step("One", "a", "first"), step("Two", "b", "second")]);
    const [one, two] = stepsOf(monitor);
    const elsewhere = { ...two!, request: { ...two!.request, url: "https://evil.example/b" } };
    const reply = await change(monitor.id, [one!, elsewhere]);
    expect(reply.status).toBe(400);
    expect(reply.body.problems).toEqual([
      {
        path: "config.steps[1].request.auth.bearer.token",
        message: "The destination address changed: enter the secret again.",
      },
    ]);
    const typed = { ...elsewhere, request: { ...elsewhere.request, auth: bearer("new") } };
    expect((await change(monitor.id, [one!, typed])).status).toBe(200);
    await checkNow(monitor.id);
    expect(authorizations()).toEqual([
      ["a", "Bearer first"],
      ["b", "Bearer new"],
    ]);
  });

  it("uses a step's credentials from a vault, and shows a placeholder after the secret is deleted", async () => {
    const vault = await admin.post<{ id: number }>(`${ADMIN}/vaults`, { name: "Production", kind: "local" });
    const secret = await admin.post<{ id: number }>(`${ADMIN}/vaults/${vault.body.id}/secrets`, {
      name: "shop",
      type: "userpass",
      values: { user: "ada", password: "sesame" },
    });
    expect(secret.status, JSON.stringify(secret.body)).toBe(201);
    const reference = { vault: "Production", secret: "shop" };
    const auth = { type: "basic", basic: { vault: reference } };
    const steps = [step("One", "a"), { name: "Two", request: { url: "https://shop.example/b", auth } }];
    const monitor = await create(steps);
    expect(stepsOf(monitor)[1]?.request.auth.basic).toMatchObject({ vault: reference });
    await checkNow(monitor.id);
    expect(authorizations()[1]).toEqual(["b", `Basic ${btoa("ada:sesame")}`]);
    const misplaced = { name: "Two", request: { url: "https://shop.example/b", vault: reference } };
    const refused = await change(monitor.id, [misplaced]);
    expect(refused.body.problems).toMatchObject([{ path: "config.steps[0].request.vault" }]);
    await admin.delete(`${ADMIN}/vaults/${vault.body.id}/secrets/${secret.body.id}`);
    const { body } = await admin.get<Monitor>(`${ADMIN}/monitors/${monitor.id}`);
    expect(stepsOf(body)[1]?.request.auth.basic).toMatchObject({
      vault: { vault: "Production", secret: `(deleted secret ${secret.body.id})` },
    });
  });

  it("returns its steps for a check and a test", async () => {
    const steps = [step("One", "a"), step("", "fail"), step("Three", "c")];
    const monitor = await create(steps);
    const error = "Expected status 200, got 500.";
    const answered = [
      { name: "One", status: "up", ms: expect.any(Number) },
      { name: "Step 2", status: "down", ms: expect.any(Number), error },
    ];
    expect(await checkNow(monitor.id)).toMatchObject({ message: `Step 2: ${error}`, steps: answered });
    const test = await admin.post<{ steps: object[] }>(`${ADMIN}/monitors/test`, {
      type: "flow",
      config: { steps },
    });
    expect(test.body.steps).toMatchObject(answered.map((one) => ({ ...one, label: one.name })));
  });

  it("exports and imports as a document without changes, and rejects unknown fields at any depth", async () => {
    const capture = { id: { from: "regex", path: "n(.)" } };
    const config = {
      steps: [{ ...step("One", "a", "first"), capture }, step("Two", "b?id={{id}}")],
    };
    const document = { kind: "Monitor", key: "flow", name: "Flow", type: "flow", config };
    expect((await apply(admin, [document])).status).toBe(200);
    const text = await exportText(admin);
    expect(text).not.toContain("first");
    expect((await validate(admin, text)).body.summary.unchanged).toBe(1);
    const wrong = { ...config.steps[0]!, capture: { id: { ...capture.id, group: 2 } } };
    const reply = await validate(admin, [{ ...document, config: { steps: [wrong] } }]);
    expect(reply.body.problems?.map(({ path }) => path)).toEqual([
      "Monitor[flow].config.steps[0].capture.id.group",
    ]);
    const certificate = { request: { ...config.steps[0]!.request, certExpiry: { warnDays: 3 } } };
    const refused = await validate(admin, [{ ...document, config: { steps: [certificate] } }]);
    expect(refused.body.problems?.map(({ path }) => path)).toEqual([
      "Monitor[flow].config.steps[0].request.certExpiry",
    ]);
  });
});
