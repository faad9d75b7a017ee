import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Delivery } from "../../src/schema/delivery.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { endAtFault, STORY } from "../story.ts";
import { moveState } from "../upgrade/move_state.ts";
import { PanelClient } from "./panel_client.ts";
import { isAlive, type Product, startProduct, until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const HOUR_MS = 3_600_000;
const ROOT = "/api/v1/admin";
const stateDir = mkdtempSync(join(tmpdir(), "uptide-reminders-"));
let target: Target;
let product: Product;
let panel: PanelClient;
let monitor: Monitor;
let first: Channel;
let second: Channel;

const addChannel = async (name: string, alertPolicy: object) => {
  const config = { url: `${target.address}/${name}`, signingSecret: "a secret" };
  return await panel.post<Channel>(`${ROOT}/notifications/channels`, {
    name,
    type: "webhook",
    config,
    alertPolicy,
  });
};

beforeAll(async () => {
  target = await startTarget();
  product = await startProduct({ stateDir });
  panel = await PanelClient.open(product.address);
  first = await addChannel("first", { reminder: { enabled: true, everyMinutes: 45, most: 20 } });
  second = await addChannel("second", { escalation: { afterMinutes: 90 } });
  monitor = await panel.post<Monitor>(`${ROOT}/monitors`, {
    name: "Shop",
    type: "https",
    intervalSecs: 10,
    config: { url: `${target.address}/shop` },
  });
  const channelIds = [first.id, second.id];
  await panel.send("PUT", `${ROOT}/notifications/monitor/${monitor.id}/channels`, { channelIds });
});

afterAll(async () => {
  await product.stop();
  await target.close();
  rmSync(stateDir, { recursive: true, force: true });
});

async function killFor(hours: number): Promise<void> {
  const pids = Object.values(product.pids());
  process.kill(-product.process.pid!, "SIGKILL");
  await until(() => pids.every((pid) => !isAlive(pid)));
  if (hours > 0) moveState(stateDir, { byMs: -hours * HOUR_MS });
  product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
  panel = await PanelClient.open(product.address);
}

async function states({ id }: Channel): Promise<string[]> {
  const path = `${ROOT}/notifications/deliveries?channelId=${id}&limit=100`;
  const { items } = await panel.get<{ items: Delivery[] }>(path);
  return items
    .toReversed()
    .map(({ eventType, status, reason }) => `${eventType} ${status}${reason ? ` ${reason}` : ""}`);
}

const untilStates = async (channel: Channel, wanted: string[]) => {
  let found: string[] = [];
  await until(async () => {
    found = await states(channel);
    return JSON.stringify(found) === JSON.stringify(wanted);
  }).catch(() => expect(found).toEqual(wanted));
};

/** Lists each message once, because a crash may repeat it. */
function received(path: string): string[] {
  const own = target.posted.filter((one) => one.path === `/${path}`);
  const byId = new Map(own.map(({ id, body }) => [id, JSON.parse(body) as { title: string }]));
  return [...byId.values()].map(({ title }) => title);
}

const REMINDED = ["alert delivered", "reminder delivered"];
const QUIET = [...REMINDED, "acknowledged delivered", "reminder suppressed acknowledged"];

describe("a lasting failure on a product that is killed repeatedly", STORY, () => {
  endAtFault();
  it("sends an alert and one reminder", async () => {
    target.failing.add("/shop");
    await untilStates(first, ["alert delivered"]);
    await untilStates(second, ["alert pending"]);

    await killFor(1);
    await untilStates(first, REMINDED);
    expect(received("first").at(-1)).toMatch(/^Shop is still down after 1 h/);
    await killFor(0);
    await untilChecked();
    expect(await states(first)).toEqual(REMINDED);
    expect(received("second")).toEqual([]);
  });

  it("sends the acknowledgement, and no more reminders after it", async () => {
    const path = `${ROOT}/monitors/${monitor.id}/acknowledge`;
    const taken = await panel.post<Monitor>(path, { note: "I restart it." });
    expect(taken.acknowledgement).toMatchObject({ by: "admin@example.com", note: "I restart it." });
    await untilStates(first, [...REMINDED, "acknowledged delivered"]);

    await killFor(1);
    await untilStates(first, QUIET);
    await untilStates(second, ["alert suppressed acknowledged"]);
    await killFor(1);
    await untilChecked();
    expect(await states(first)).toEqual(QUIET);
    expect((await panel.get<Monitor>(`${ROOT}/monitors/${monitor.id}`)).acknowledgement?.note).toBe(
      "I restart it.",
    );
  });

  it("sends the recovery once, to those alerted", async () => {
    target.failing.delete("/shop");
    await untilStates(first, [...QUIET, "recovery delivered"]);
    await untilStates(second, [
      "alert suppressed acknowledged",
      "recovery suppressed recovered before escalation",
    ]);
    await killFor(2);
    await untilChecked();
    expect(await states(first)).toEqual([...QUIET, "recovery delivered"]);
    expect(received("first")).toEqual([
      "Shop is down",
      expect.stringMatching(/^Shop is still down after 1 h/),
      "Shop acknowledged by admin@example.com",
      "Shop is up again",
    ]);
    expect(received("second")).toEqual([]);
  });
});

/** A check after the change means that every due message has arrived. */
async function untilChecked(): Promise<void> {
  target.hits.clear();
  await until(() => (target.hits.get("/shop")?.length ?? 0) >= 1);
}
