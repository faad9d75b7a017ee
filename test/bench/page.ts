import { execFileSync } from "node:child_process";
import { get } from "node:http";
import type { Monitor } from "../../src/schema/monitor.ts";
import { launchChromium } from "../browser/launch.ts";
import { startStatusServer } from "../browser/status_server.ts";
import { fullPage, iso } from "../page/fixtures.ts";
import { type Run, withProduct } from "./run.ts";
import { measureTab } from "./tab.ts";

const MONITORS = 50;
const SECONDS = 8;
const STREAMS = 5000;
const PAGES = [50, 1000] as const;

export async function measurePage() {
  return await withProduct({ monitors: MONITORS, intervalSecs: 60 }, async (run) => {
    const monitors = await layOut(run);
    const { address } = run.product;
    await (await fetch(address)).text();
    return {
      "served a second, gzip, wrk -t2 -c32": Math.round(wrk(`${address}/`).rate),
      "served a second, raw, wrk -t2 -c32": Math.round(wrk(`${address}/`, { encoding: "identity" }).rate),
      ...(await measureTabs()),
      ...(await fanOut(run, monitors[0]!)),
    };
  });
}

export async function layOut({ panel }: Run): Promise<Monitor[]> {
  const monitors = await panel.get<Monitor[]>("/api/v1/admin/monitors");
  const card = ({ id }: Monitor) => ({ id: `m${id}`, type: "monitor", monitorId: id });
  const groups = Array.from({ length: 6 }, (_, n) => ({
    id: `g${n}`,
    type: "group",
    label: `Group ${n}`,
    children: monitors.filter((_monitor, at) => at % 6 === n).map(card),
  }));
  const charts = monitors.slice(0, 4).map(({ id }) => ({ id: `c${id}`, type: "chart", monitorId: id }));
  const children = [...groups, ...charts, { id: "incidents", type: "incidents", limit: 10 }];
  await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
  for (let n = 0; n < 10; n++)
    await panel.post("/api/v1/admin/incidents", {
      title: `Incident number ${n}`,
      status: n === 0 ? "identified" : "resolved",
      impact: "minor",
      monitorIds: [monitors[n]?.id],
      body: "Some requests take several seconds. We are looking for the cause.",
    });
  return monitors;
}

interface Served {
  rate: number;
  answers: number;
}

export function wrk(url: string, { seconds = SECONDS, encoding = "gzip" } = {}): Served {
  const given = ["-t2", "-c32", `-d${seconds}s`, "-H", `Accept-Encoding: ${encoding}`, url];
  try {
    const output = execFileSync("wrk", given, { encoding: "utf8", stdio: "pipe" });
    if (/Non-2xx/.test(output)) return { rate: NaN, answers: NaN };
    const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
    const [, answers] = /(\d+) requests in/.exec(output) ?? [];
    return { rate: Number(rate), answers: Number(answers) };
  } catch {
    return { rate: NaN, answers: NaN };
  }
}

async function measureTabs(): Promise<Record<string, number>> {
  const browser = await launchChromium();
  const figures: Record<string, number> = {};
  for (const monitors of PAGES) {
    const now = Date.now();
    const server = await startStatusServer(fullPage(monitors, { takenAt: iso(now) }));
    Object.assign(server, { now });
    const tab = await measureTab(browser, server.address);
    for (const [name, figure] of Object.entries(tab)) figures[`${monitors} monitors: ${name}`] = figure;
    await server.stop();
  }
  await browser.close();
  return figures;
}

async function fanOut({ product, panel }: Run, monitor: Monitor) {
  const title = "Told to everybody";
  const waiting = new Set<() => void>();
  const arrivals: number[] = [];
  const open = (_: unknown, at: number) =>
    new Promise<() => void>((resolve, reject) => {
      const request = get(
        `${product.address}/api/v1/public/events`,
        { agent: false, headers: from(at) },
        (response) => {
          let isOpen = false;
          response.on("data", (chunk: Buffer) => {
            const text = chunk.toString();
            if (!isOpen && text.includes("hello")) {
              isOpen = true;
              resolve(() => request.destroy());
            }
            if (text.includes(title)) {
              arrivals.push(performance.now());
              for (const done of waiting) done();
            }
          });
          response.on("error", () => {});
        },
      );
      request.on("error", reject);
    });
  const closers: (() => void)[] = [];
  // An address may open 20 streams.
  const from = (at: number) => ({
    "X-Forwarded-For": `198.51.${Math.floor(closers.length / 20 / 50)}.${at + 1}`,
  });
  for (let n = 0; n < STREAMS; n += 50)
    closers.push(...(await Promise.all(Array.from({ length: 50 }, open))));
  const everybody = new Promise<void>((resolve) => {
    waiting.add(() => arrivals.length >= STREAMS && resolve());
    setTimeout(resolve, 15_000);
  });
  const body = { title, status: "investigating", impact: "minor", monitorIds: [monitor.id], body: "Now." };
  const posted = panel.post("/api/v1/admin/incidents", body).then(() => performance.now());
  await everybody;
  const answeredAt = await posted;
  const [first = 0, last = 0] = [Math.min(...arrivals), Math.max(...arrivals)];
  for (const close of closers) close();
  return {
    "open streams": closers.length,
    "streams that were told": arrivals.length,
    "from the first stream told to the last (ms)": Math.round(last - first),
    "from the answer to the panel to the last stream (ms)": Math.round(last - answeredAt),
  };
}
