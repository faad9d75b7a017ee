import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { SelfTestResponse } from "../../src/schema/self_test.ts";
import type { SystemHealth } from "../../src/schema/system_health.ts";
import { eventually } from "../eventually.ts";
import { endAtFault, STORY } from "../story.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { KilledProduct } from "./killed_product.ts";
import { startTarget, type Target } from "./target.ts";

const ADMIN = "/api/v1/admin";
const CHANNELS = `${ADMIN}/notifications/channels`;
const MINUTE_MS = 60_000;
const FAILING = ["/a", "/b", "/c"];
/** The status of the platform's edge for a server it can't find. */
const NOT_THERE = 530;

type Answer = 200 | 503 | typeof NOT_THERE | "hang";

let product: KilledProduct;
let target: Target;
let others: HttpPeer;
let answerOf: (path: string, hit: number) => Answer = () => 200;
let hits = 0;

beforeAll(async () => {
  others = await startHttp((_request, response, { url }) => {
    hits += 1;
    const answer = answerOf(url, hits);
    if (answer !== "hang") response.writeHead(answer, { "Content-Type": "text/plain" }).end("ok");
  });
  [target, product] = await Promise.all([startTarget(), KilledProduct.start()]);
  await product.panel.post(CHANNELS, {
    name: "Pager",
    type: "webhook",
    allMonitors: true,
    config: {
      url: `${target.address}/pager`,
      signingSecret: "a secret",
      body: '{ "said": "{{monitor_name}}: {{event_type}}: {{error_message}}" }',
    },
  });
});

afterAll(async () => {
  await product?.close();
  await Promise.all([target?.close(), others?.stop()]);
});

function answering(answer: typeof answerOf): void {
  hits = 0;
  answerOf = answer;
}

async function add(name: string, body: object): Promise<Monitor> {
  const config = { certExpiry: { enabled: false }, ...(body as { config?: object }).config };
  const wanted = { name, type: "https", intervalSecs: 10, ...body, config };
  return await product.panel.post<Monitor>(`${ADMIN}/monitors`, wanted);
}

/** Lists each message once, because a crash may repeat it. */
function posted(path: string): Record<string, string>[] {
  const own = target.posted.filter((one) => one.path === path);
  const byId = new Map(own.map(({ id, body }) => [id, JSON.parse(body) as Record<string, string>]));
  return [...byId.values()];
}

const paged = (about: string) =>
  posted("/pager")
    .map(({ said = "" }) => said)
    .filter((said) => said.startsWith(`${about}: `));
const monitors = () => product.panel.get<Monitor[]>(`${ADMIN}/monitors`);

describe("the self-test of a product that is killed between its steps", STORY, () => {
  endAtFault();
  let operators: { id: number };
  const messages = () => posted("/operators").map(({ title }) => title);
  const selfTest = () => product.panel.get<SelfTestResponse>(`${ADMIN}/self-test`);
  const part = async () =>
    (await product.panel.get<SystemHealth>(`${ADMIN}/system-health`)).parts.find(
      ({ id }) => id === "selfTest",
    );

  it("notifies its channel once, and sends no alerts for monitors it can't check", async () => {
    operators = await product.panel.post<{ id: number }>(CHANNELS, {
      name: "Operators",
      type: "webhook",
      config: { url: `${target.address}/operators`, signingSecret: "s" },
    });
    await product.panel.send("PUT", `${ADMIN}/self-test`, {
      urls: [`${others.origin}/one`, `${others.origin}/two`],
      share: 50,
      channelIds: [operators.id],
    });
    for (const path of [...FAILING, "/d"])
      await add(path.slice(1), { config: { url: target.address + path } });
    await eventually(async () =>
      expect((await monitors()).map((one) => one.currentStatus)).toEqual(Array(4).fill("up")),
    );

    // It is killed while it requests the references.
    answering(() => "hang");
    for (const path of FAILING) target.failing.add(path);
    await eventually(() => expect(hits).toBe(2));
    await product.killFor(1);
    // It is killed after the last of them failed.
    answering(() => NOT_THERE);
    await eventually(() => expect(hits).toBeGreaterThan(1));
    await product.killFor(1);
    // It is killed while its message is being sent.
    target.hanging.add("/operators");
    await product.passMinute();
    await eventually(() => expect(messages()).toHaveLength(1));
    await product.killFor(60);
    target.hanging.clear();
    await product.passMinute();

    await eventually(async () => {
      const { items } = await deliveriesOf(operators);
      expect(items.map(({ eventType, status }) => [eventType, status])).toEqual([
        ["own_trouble", "delivered"],
      ]);
    });
    expect(messages()).toEqual(["Monitoring is impaired"]);
    const since = (await selfTest()).troubleSince ?? 0;
    expect(await part()).toMatchObject({
      state: "failing",
      summary: expect.stringMatching(/for 1 h.*don.t count/),
    });

    // Lasting trouble is notified once, across crashes.
    await product.killFor(1);
    await eventually(async () => {
      const met = (await monitors()).filter(({ message }) => message.includes("problem of this service"));
      expect(met).toHaveLength(3);
    });
    await product.passMinute();
    expect((await selfTest()).troubleSince).toBe(since - MINUTE_MS);
    expect(messages()).toHaveLength(1);
    expect((await monitors()).map((one) => one.currentStatus)).toEqual(Array(4).fill("up"));
    expect(posted("/pager")).toEqual([]);
  });

  it("reports the end of the trouble once when a reference responds again", async () => {
    target.failing.clear();
    answering((path) => (path === "/one" ? NOT_THERE : 200));
    await product.killFor(5);
    await product.dieInMinute();
    await eventually(() => expect(messages()).toHaveLength(2));
    await product.killFor(0);
    await product.passMinute();
    expect(messages()[1]).toMatch(/^Monitoring /);
    expect(messages()).toHaveLength(2);
    expect((await selfTest()).troubleSince).toBeNull();
    expect(await part()).toMatchObject({ state: "ok" });
  });

  it("lets each failure alert while a reference responds", async () => {
    for (const path of FAILING) target.failing.add(path);
    await eventually(() =>
      expect(["a", "b", "c", "d"].map((name) => paged(name).length)).toEqual([1, 1, 1, 0]),
    );
    expect(messages()).toHaveLength(2);
    for (const { id } of await monitors()) await product.panel.send("DELETE", `${ADMIN}/monitors/${id}`);
  });
});

describe("a monitor confirmed from several regions", () => {
  let placed: Monitor;
  const check = () =>
    product.panel.post<{ status: string; message: string }>(`${ADMIN}/monitors/${placed.id}/check-now`);

  it("sends no alert for a failure from home alone, and names the regions", async () => {
    answering(() => 200);
    const config = { url: `${others.origin}/placed` };
    placed = await add("Placed", { locations: ["weur", "apac"], intervalSecs: 3600, config });
    await eventually(async () => expect((await monitors())[0]?.currentStatus).toBe("up"));
    answering((_path, hit) => (hit === 1 ? 503 : 200));
    const message = "Fails from home (Expected status 200, got 503), up from weur, apac";
    expect(await check()).toMatchObject({ status: "up", message });
    const { checks } = await product.panel.get<{ checks: { message: string }[] }>(
      `${ADMIN}/monitors/${placed.id}/checks`,
    );
    expect(checks.at(-1)?.message).toBe(message);
    expect(paged("Placed")).toEqual([]);
  });

  it("alerts once about a confirmed failure with its regions, even if killed meanwhile", async () => {
    answering((_path, hit) => (hit === 1 ? 503 : "hang"));
    const cut = check().catch(() => null);
    await eventually(() => expect(hits).toBe(3));
    await product.killFor(0);
    await cut;
    expect(paged("Placed")).toEqual([]);
    answering((_path, hit) => (hit % 3 === 0 ? 200 : 503));
    const message = "Placed: alert: Expected status 200, got 503. Fails from home, ";
    expect(await check()).toMatchObject({ status: "down", message: "Expected status 200, got 503." });
    await eventually(() => expect(paged("Placed")).toHaveLength(1));
    expect(paged("Placed")[0]).toMatch(new RegExp(`^${message}(weur, up from apac|apac, up from weur)\\.$`));
    await product.killFor(0);
    await check();
    await product.passMinute();
    expect(paged("Placed")).toHaveLength(1);
  });
});

async function deliveriesOf({ id }: { id: number }) {
  return await product.panel.get<{ items: { eventType: string; status: string }[] }>(
    `${ADMIN}/notifications/deliveries?channelId=${id}&limit=100`,
  );
}
