import { Agent, get } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../local_database.ts";
import { until } from "../system/start/product.ts";
import { addChannel } from "./alerts.ts";
import { quantile } from "./quantile.ts";
import { importMonitors, type Run, round, wait, withProduct } from "./run.ts";

const MONITORS = 20_000;
const ON_PAGE = 1000;
const VISITORS_A_SECOND = 200;
const INTERVAL_SECS = 60;
const WINDOW_SECS = 120;

export async function measureTotalOutage() {
  return await withProduct({ monitors: 1, intervalSecs: INTERVAL_SECS, delayMs: 20 }, async (run) => {
    const { target, panel } = run;
    await importMonitors(run, { from: 1, to: MONITORS, intervalSecs: INTERVAL_SECS });
    await until(() => target.hits.size === MONITORS, 300_000);
    await wait(INTERVAL_SECS * 1000);
    const alone = await failAlone(run);
    await panel.post("/api/v1/admin/notifications/channels", {
      name: "Team",
      type: "webhook",
      config: { url: `${target.address}/hook` },
      alertPolicy: { grouping: { enabled: true, minMonitors: 3, windowSeconds: WINDOW_SECS } },
      allMonitors: true,
    });
    await wait(INTERVAL_SECS * 1000);
    target.failedAt.clear();
    target.failing.add("*");
    await until(() => target.failedAt.size === MONITORS, 2 * INTERVAL_SECS * 1000);
    const lastAt = Math.max(...target.failedAt.values());
    await until(async () => (await countDown(run)) === ON_PAGE, 120_000);
    const rightAt = Date.now();
    const digests = () => target.posted.filter(({ path }) => path === "/hook");
    await until(() => digests().length > 0, 2 * WINDOW_SECS * 1000);
    await wait(10_000);
    return {
      [`one failing beside ${VISITORS_A_SECOND} visitors a second, median (ms)`]: quantile(alone.times, 0.5),
      [`one failing beside ${VISITORS_A_SECOND} visitors a second, slowest (ms)`]: Math.max(...alone.times),
      "visitors without a page": alone.failed,
      "page of 1,000 right after the last failing check (s)": round((rightAt - lastAt) / 1000, 1),
      "history rows of the outage": countOutages(run.stateDir),
      "digest after the last failing check (s)": round(((digests()[0]?.at ?? 0) - lastAt) / 1000, 1),
      "messages of the channel": digests().length,
    };
  });
}

async function failAlone(run: Run): Promise<{ times: number[]; failed: number }> {
  const { panel, target, product } = run;
  const isOne = (name: string) => /^m[1-9]$/.test(name);
  await layOutFirst(run);
  await addChannel({ panel, target }, "/alone", { isLinked: isOne });
  const agent = new Agent({ keepAlive: true });
  const headers = { "Accept-Encoding": "gzip" };
  const view = () =>
    get(product.address, { agent, headers }, (page) => page.resume()).on("error", () => failed++);
  let failed = 0;
  const visitors = setInterval(view, 1000 / VISITORS_A_SECOND);
  const times: number[] = [];
  const monitors = await panel.get<{ id: number; name: string }[]>("/api/v1/admin/monitors");
  for (const { id, name } of monitors.filter((monitor) => isOne(monitor.name))) {
    const before = target.posted.length;
    target.failing.add(`/${name}`);
    await panel.post(`/api/v1/admin/monitors/${id}/check-now`);
    await until(() => target.posted.length > before, 60_000);
    times.push(target.posted.at(-1)!.at - target.failedAt.get(`/${name}`)!);
  }
  clearInterval(visitors);
  agent.destroy();
  target.failing.clear();
  return { times, failed };
}

async function layOutFirst({ panel }: Run): Promise<void> {
  const monitors = await panel.get<{ id: number }[]>("/api/v1/admin/monitors");
  const cards = monitors.slice(0, ON_PAGE).map(({ id }) => {
    return { id: `m${id}`, type: "monitor", monitorId: id };
  });
  const halves = [cards.slice(0, ON_PAGE / 2), cards.slice(ON_PAGE / 2)];
  const children = halves.map((half, n) => ({
    id: `g${n}`,
    type: "group",
    label: `Group ${n}`,
    children: half,
  }));
  await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
}

async function countDown({ panel }: Run): Promise<number> {
  const { monitors } = await panel.get<{ monitors: { status: string }[] }>("/api/v1/public/page");
  await wait(200);
  return monitors.filter(({ status }) => status === "down").length;
}

function countOutages(stateDir: string): number {
  const database = new DatabaseSync(findDatabase(stateDir), { readOnly: true });
  const row = database.prepare("SELECT count(*) AS count FROM monitor_history WHERE state = 'down'").get();
  database.close();
  return Number(row?.["count"]);
}
