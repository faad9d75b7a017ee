import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import type { Env } from "../../../src/env.ts";
import type { OfferedEvent } from "../../../src/objects/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";

const ROOT = "/api/v1/admin/notifications";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

async function add(): Promise<Channel> {
  const config = { url: "https://hook.example/" };
  return (await admin.post<Channel>(`${ROOT}/channels`, { name: "Hook", type: "webhook", config })).body;
}

const alerts = (channel: Channel) => bindings.ALERTS.getByName(`channel-${channel.id}`);

function event(id: string): OfferedEvent {
  return {
    id,
    kind: "alert",
    monitorId: 1,
    monitorName: "API",
    isUnderMaintenance: false,
    message: {
      id,
      kind: "alert",
      at: Date.now(),
      status: "down",
      previousStatus: "up",
      error: "refused",
      monitors: [],
      isDigest: false,
      downSince: Date.now(),
      certificate: null,
      action: null,
      site: { name: "", url: null },
    },
  };
}

async function listRows(channel: Channel): Promise<Delivery[]> {
  return (await admin.get<{ items: Delivery[] }>(`${ROOT}/deliveries?channelId=${channel.id}`)).body.items;
}

describe("a channel interrupted by a restart", () => {
  it("confirms an event only after storing it", async () => {
    const channel = await add();
    const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
    const facts = { id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch: 0 };
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let isTaken = false;
    await runInDurableObject(alerts(channel), async (instance: Alerts, state) => {
      const { DB } = (instance as unknown as { env: Env }).env;
      const hanging = vi.spyOn(DB, "batch").mockImplementation(() => {
        asked();
        return new Promise(() => {});
      });
      void instance.offer(facts, [event("1:1")]).then(() => {
        isTaken = true;
      });
      await isAsked;
      await state.storage.sync();
      await state.storage.getAlarm();
      hanging.mockRestore();
      state.abort("restarted");
    }).catch(() => {});
    expect(isTaken).toBe(false);

    await alerts(channel).offer(facts, [event("1:1")]);
    expect(await listRows(channel)).toHaveLength(1);
  });
});
