import type { PanelClient } from "../system/panel_client.ts";
import { until } from "../system/start/product.ts";
import type { Target } from "../system/target.ts";
import { quantile } from "./quantile.ts";
import { type Run, wait, withProduct } from "./run.ts";

const NOTIFICATIONS = "/api/v1/admin/notifications";

interface Delivery {
  eventType: string;
  status: string;
  reason: string | null;
  monitorId: number | null;
  attemptCount: number;
}

export async function measureAlerting() {
  const monitors = 1000;
  return await withProduct({ monitors, intervalSecs: 10 }, async ({ panel, target }) => {
    await addChannel({ panel, target }, "/hook");
    const ids = await idsByName(panel);
    const single: number[] = [];
    for (let n = 0; n < 50; n++) {
      const before = target.posted.length;
      target.failing.add(`/m${n}`);
      await panel.post(`/api/v1/admin/monitors/${ids.get(`m${n}`)}/check-now`);
      await until(() => target.posted.length > before);
      single.push(target.posted.at(-1)!.at - target.failedAt.get(`/m${n}`)!);
    }
    target.failing.clear();
    await until(() => target.posted.length >= 100, 60_000);
    await wait(2000);
    target.posted.length = 0;
    target.failedAt.clear();
    target.failing.add("*");
    for (let second = 0; second < 60 && target.posted.length < monitors; second++) await wait(1000);
    const storm = target.posted.map(({ body, at }) => at - target.failedAt.get(`/${nameIn(body)}`)!);
    await wait(2000);
    return {
      "one failing, median (ms)": quantile(single, 0.5),
      "one failing, slowest (ms)": Math.max(...single),
      "1,000 failing in the same interval, median (ms)": quantile(storm, 0.5),
      "1,000 failing in the same interval, p99 (ms)": quantile(storm, 0.99),
      "1,000 failing in the same interval, slowest (ms)": Math.max(...storm),
      "messages for 1,000 alerts": target.posted.length,
    };
  });
}

export async function measureDigests() {
  const monitors = 2800;
  return await withProduct({ monitors, intervalSecs: 30 }, async ({ panel, target }) => {
    const grouping = { enabled: true, minMonitors: 3, windowSeconds: 90 };
    for (let n = 0; n < 10; n++)
      await addChannel({ panel, target }, `/hook${n}`, { alertPolicy: { grouping } });
    await wait(35_000);
    target.failing.add("*");
    await until(() => target.posted.length >= 10, 240_000);
    await wait(5000);
    const byReason = new Map<string, number>();
    for (const { status, reason, monitorId } of await everyDelivery(panel)) {
      const kind = monitorId === null ? `digest ${status}` : `${status} ${reason ?? ""}`.trim();
      byReason.set(kind, (byReason.get(kind) ?? 0) + 1);
    }
    return {
      "messages sent": target.posted.length,
      "channels that got exactly one": [...Map.groupBy(target.posted, ({ path }) => path).values()].filter(
        (own) => own.length === 1,
      ).length,
      "digests that name all 2,800": target.posted.filter(({ body }) => body.includes("2800 monitors"))
        .length,
      ...Object.fromEntries(byReason),
    };
  });
}

export async function measureDeliveries() {
  return await withProduct({ monitors: 100, intervalSecs: 10 }, async ({ panel, target }) => {
    const delivered = new Set<string>();
    let sentAfterDelivery = 0;
    let seed = 7;
    target.answerPost = ({ id }) => {
      if (delivered.has(id)) sentAfterDelivery++;
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      if (seed >>> 31 === 0) return 503;
      delivered.add(id);
      return 200;
    };
    for (let n = 0; n < 100; n++) await addChannel({ panel, target }, `/hook${n}`);
    target.failing.add("*");
    let rows: Delivery[] = [];
    for (let minute = 0; minute < 15; minute++) {
      await wait(60_000);
      rows = await everyDelivery(panel);
      if (rows.length === 10_000 && rows.every(({ status }) => status !== "pending")) break;
    }
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    return {
      deliveries: rows.length,
      delivered: count("delivered"),
      failed: count("failed"),
      pending: count("pending"),
      "sent again after it was delivered": sentAfterDelivery,
      sends: target.posted.length,
      "attempts told": rows.reduce((sum, { attemptCount }) => sum + attemptCount, 0),
    };
  });
}

export async function addChannel(
  { panel, target }: Pick<Run, "panel"> & { target: Target },
  path: string,
  {
    alertPolicy = {},
    isLinked = () => true,
  }: { alertPolicy?: object; isLinked?: (name: string) => boolean } = {},
): Promise<void> {
  const monitors = await panel.get<{ id: number; name: string }[]>("/api/v1/admin/monitors");
  await panel.post(`${NOTIFICATIONS}/channels`, {
    name: path,
    type: "webhook",
    config: { url: target.address + path, body: '{"name":"{{monitor_name}}"}', signingSecret: "bench" },
    alertPolicy,
    monitorIds: monitors.filter(({ name }) => isLinked(name)).map(({ id }) => id),
  });
}

async function idsByName(panel: PanelClient): Promise<Map<string, number>> {
  const monitors = await panel.get<{ id: number; name: string }[]>("/api/v1/admin/monitors");
  return new Map(monitors.map(({ id, name }) => [name, id]));
}

async function everyDelivery(panel: PanelClient): Promise<Delivery[]> {
  const all: Delivery[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await panel.get<{ items: Delivery[]; total: number }>(
      `${NOTIFICATIONS}/deliveries?limit=100&page=${page}`,
    );
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

export function nameIn(body: string): string {
  return String((JSON.parse(body) as { name: unknown }).name);
}
