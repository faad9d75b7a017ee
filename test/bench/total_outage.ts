import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../local_database.ts";
import { until } from "../system/start/product.ts";
import { type Run, round, wait, withProduct } from "./run.ts";
import { importMonitors } from "./scale.ts";

const MONITORS = 20_000;
const ON_PAGE = 1000;
const INTERVAL_SECS = 60;
const WINDOW_SECS = 120;

export async function measureTotalOutage() {
  return await withProduct({ monitors: 1, intervalSecs: INTERVAL_SECS, delayMs: 20 }, async (run) => {
    const { target, panel } = run;
    await importMonitors(run, MONITORS);
    await until(() => target.hits.size === MONITORS, 300_000);
    await panel.post("/api/v1/admin/notifications/channels", {
      name: "Team",
      type: "webhook",
      config: { url: `${target.address}/hook` },
      alertPolicy: { grouping: { enabled: true, minMonitors: 3, windowSeconds: WINDOW_SECS } },
      allMonitors: true,
    });
    await layOutFirst(run);
    await wait(INTERVAL_SECS * 1000);
    target.failing.add("*");
    await until(() => target.failedAt.size === MONITORS, 2 * INTERVAL_SECS * 1000);
    const lastAt = Math.max(...target.failedAt.values());
    await until(async () => (await countDown(run)) === ON_PAGE, 120_000);
    const rightAt = Date.now();
    await until(() => target.posted.length > 0, 2 * WINDOW_SECS * 1000);
    const digestAt = target.posted[0]?.at ?? 0;
    await wait(10_000);
    return {
      "page of 1,000 right after the last failing check (s)": round((rightAt - lastAt) / 1000, 1),
      "history rows of the outage": countOutages(run.stateDir),
      "digest after the last failing check (s)": round((digestAt - lastAt) / 1000, 1),
      "messages of the channel": target.posted.length,
    };
  });
}

async function layOutFirst({ panel }: Run): Promise<void> {
  const monitors = await panel.get<{ id: number }[]>("/api/v1/admin/monitors");
  const children = monitors.slice(0, ON_PAGE).map(({ id }) => {
    return { id: `m${id}`, type: "monitor", monitorId: id };
  });
  await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
}

async function countDown({ panel }: Run): Promise<number> {
  const response = await fetch(`${panel.address}/api/v1/public/components.json`);
  const { components } = (await response.json()) as { components: { status: string }[] };
  await wait(200);
  return components.filter(({ status }) => status === "major_outage").length;
}

function countOutages(stateDir: string): number {
  const database = new DatabaseSync(findDatabase(stateDir), { readOnly: true });
  const row = database.prepare("SELECT count(*) AS count FROM monitor_history WHERE state = 'down'").get();
  database.close();
  return Number(row?.["count"]);
}
