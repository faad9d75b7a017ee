import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import type { AlertKind } from "../../../src/domain/alert/message.ts";
import type { OfferedEvent } from "../../../src/objects/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { addBeating } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/notifications";
const DAY_MS = 86_400_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

afterEach(() => {
  vi.useRealTimers();
});

const alerts = ({ id }: Channel) => bindings.ALERTS.getByName(`channel-${id}`);

async function add(alertPolicy: object = {}): Promise<Channel> {
  const wanted = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" }, alertPolicy };
  return (await admin.post<Channel>(`${ROOT}/channels`, wanted)).body;
}

function event(monitorId: number, kind: AlertKind = "alert"): OfferedEvent {
  const status = kind === "recovery" ? "up" : "down";
  const name = `Monitor ${monitorId}`;
  return {
    id: `${monitorId}:1`,
    kind,
    monitorId,
    monitorName: name,
    isUnderMaintenance: false,
    message: {
      id: `m-${monitorId}`,
      kind,
      at: Date.now(),
      status,
      previousStatus: "up",
      error: "",
      monitors: [{ id: monitorId, key: "m", name, type: "https", status, error: "", url: "" }],
      isDigest: false,
      downSince: Date.now(),
      certificate: null,
      action: null,
      site: { name: "", url: null },
    },
  };
}

async function offer(channel: Channel, events: OfferedEvent[]): Promise<void> {
  const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
  await alerts(channel).offer({ id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch: 0 }, events);
}

async function refuse(channel: Channel, condition: string): Promise<void> {
  await runInDurableObject(alerts(channel), (_alerts: Alerts, { storage }) => {
    storage.sql.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON outbox WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
  });
}

async function allow(channel: Channel): Promise<void> {
  await runInDurableObject(alerts(channel), (_alerts: Alerts, { storage }) => {
    storage.sql.exec("DROP TRIGGER refuse");
  });
}

async function ring(channel: Channel): Promise<void> {
  await runInDurableObject(alerts(channel), (instance: Alerts) => instance.alarm());
}

async function statuses(channel: Channel): Promise<Record<string, string>> {
  const { results } = await bindings.DB.prepare(
    "SELECT event_id, status FROM deliveries WHERE channel_id = ?",
  )
    .bind(channel.id)
    .all<{ event_id: string; status: string }>();
  return Object.fromEntries(results.map(({ event_id, status }) => [event_id, status]));
}

describe("the alerts of a channel", () => {
  it("are recorded except the one that fails, which is recorded when offered again", async () => {
    const channel = await add();
    await refuse(channel, `NEW.item ->> '$.delivery.monitorId' = 1`);
    const events = [event(1), event(2)];
    await expect(offer(channel, events)).rejects.toThrow("could not take");
    await eventually(async () => expect(await statuses(channel)).toEqual({ "2:1": "delivered" }));
    await allow(channel);
    await offer(channel, events);
    await eventually(async () =>
      expect(await statuses(channel)).toEqual({ "1:1": "delivered", "2:1": "delivered" }),
    );
  });

  it("of one group are sent while another group can't be released", async () => {
    const channel = await add({ grouping: { enabled: true, windowSecs: 60, minMonitors: 3 } });
    await offer(channel, [event(1), event(2, "recovery")]);
    await refuse(channel, `NEW.item ->> '$.kind' = 'release' AND NEW.item ->> '$.eventIds[0]' = '1:1'`);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    await ring(channel);
    await eventually(async () =>
      expect(await statuses(channel)).toEqual({ "1:1": "pending", "2:1": "delivered" }),
    );
    expect((await alerts(channel).health()).nextDue).toBeGreaterThan(Date.now());
    await allow(channel);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    await ring(channel);
    await eventually(async () =>
      expect(await statuses(channel)).toEqual({ "1:1": "delivered", "2:1": "delivered" }),
    );
  });

  it.each(["by the API", "by a document"])(
    "that quiet hours hold are sent once the channel takes their end, changed %s",
    async (way) => {
      const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
      const quietHours = { enabled: true, start: clock(-1), end: clock(1) };
      const channel = await add({ quietHours });
      await offer(channel, [event(1)]);
      await eventually(async () => expect(await statuses(channel)).toEqual({ "1:1": "pending" }));
      await refuse(channel, `NEW.item ->> '$.kind' = 'release'`);
      if (way === "by the API") {
        const alertPolicy = { ...channel.alertPolicy, quietHours: { ...quietHours, enabled: false } };
        expect((await admin.patch(`${ROOT}/channels/${channel.id}`, { alertPolicy })).status).toBe(200);
      } else {
        const config = "/api/v1/admin/config";
        const documents = await admin.get<string>(`${config}/export?kind=NotificationChannel`);
        const body = documents.body.replaceAll(/(quietHours:\s+enabled: )true/g, "$1false");
        const headers = { "Content-Type": "application/yaml" };
        expect((await admin.send("POST", `${config}/apply`, { body, headers })).status).toBe(200);
      }
      const sweep = () => runHousekeeping(bindings, Date.now(), { waitedMs: 0, limit: 10 });
      await sweep();
      expect(await statuses(channel)).toEqual({ "1:1": "pending" });
      await allow(channel);
      await sweep();
      await eventually(async () => expect(await statuses(channel)).toEqual({ "1:1": "delivered" }));
      const left = await bindings.DB.prepare("SELECT count(*) AS n FROM alert_notices").first("n");
      expect(left).toBe(0);
    },
  );

  it("are given up when a channel accepts none for two days, so that others don't take them again", async () => {
    const monitor = await addBeating(admin, "Shop");
    const channel = await add();
    await admin.put(`${ROOT}/monitor/${monitor.id}/channels`, { channelIds: [channel.id] });
    await refuse(channel, "1");
    const id = `${monitor.id}:9`;
    const body = {
      id,
      kind: "alert",
      monitorId: monitor.id,
      status: "down",
      previousStatus: "up",
      message: "",
    };
    await bindings.DB.prepare(
      "INSERT INTO monitor_events (id, monitor_id, kind, at, body, offered) VALUES (?, ?, 'alert', ?, ?, 0)",
    )
      .bind(id, monitor.id, Date.now(), JSON.stringify(body))
      .run();
    const isOffered = async () =>
      await bindings.DB.prepare("SELECT offered FROM monitor_events WHERE id = ?").bind(id).first("offered");
    await runHousekeeping(bindings, Date.now() + DAY_MS);
    expect(await isOffered()).toBe(0);
    await runHousekeeping(bindings, Date.now() + 2 * DAY_MS + 1000);
    expect(await isOffered()).toBe(1);
    expect(await statuses(channel)).toEqual({});
  });
});
