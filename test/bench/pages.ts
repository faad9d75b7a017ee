import { get } from "node:http";
import { apply, cpuMs, memoryMb, type Run, round, wait, withProduct } from "./run.ts";

const PAGES = 50;
const MONITORS = 20;
const STREAMS = 20;
const ADMIN = "/api/v1/admin";
const IDLE_MS = 30_000;
const TITLE = "Told to one page";

interface Stream {
  page: number;
  toldAt: number | null;
  close(): void;
}

export async function measurePages() {
  return await withProduct({ monitors: 1, intervalSecs: 60 }, async (run) => {
    const { panel, product } = run;
    const pid = product.pids().workerd;
    const first = await addPages(run);
    const before = memoryMb(pid);
    const streams = await openStreams(run);
    const opened = memoryMb(pid);
    const idle = await spent(pid, async () => await wait(IDLE_MS));
    const at = performance.now();
    const incident = {
      title: TITLE,
      status: "investigating",
      impact: "minor",
      body: "Looking.",
      monitorIds: [first],
    };
    const cost = await spent(pid, async () => {
      await panel.post(`${ADMIN}/incidents`, incident);
      while (streams.some(({ page, toldAt }) => page === 1 && toldAt === null)) await wait(5);
      await wait(5000);
    });
    const reached = streams.filter(({ toldAt }) => toldAt !== null);
    for (const { close } of streams) close();
    return {
      "pages, monitors and streams": `${PAGES}, ${PAGES * MONITORS} and ${streams.length}`,
      "memory before the streams (MB)": round(before, 0),
      "memory with them (MB)": round(opened, 0),
      "CPU an idle second (ms)": round((idle * 1000) / IDLE_MS, 1),
      "CPU of one incident and 5 s after it (ms)": round(cost, 0),
      "from the incident to the last stream of its page (ms)": round(
        Math.max(...reached.map(({ toldAt }) => (toldAt ?? 0) - at)),
        0,
      ),
      "streams told": reached.length,
      "streams of other pages told": reached.filter(({ page }) => page !== 1).length,
    };
  });
}

async function addPages({ panel }: Run): Promise<number> {
  const document = (n: number) =>
    `kind: Monitor\nkey: w${n}\nname: w${n}\ntype: webhook\nintervalSecs: 86400\n`;
  await apply(panel, Array.from({ length: PAGES * MONITORS }, (_, n) => document(n)).join("---\n"));
  const monitors = await panel.get<{ id: number; key: string }[]>(`${ADMIN}/monitors`);
  const ids = new Map(monitors.map(({ key, id }) => [key, id]));
  for (let page = 0; page < PAGES; page++) {
    if (page > 0) await panel.post(`${ADMIN}/pages`, { key: `p${page}`, name: `Page ${page}` });
    const children = Array.from({ length: MONITORS }, (_, n) => ({
      id: `m${n}`,
      type: "monitor",
      monitorId: ids.get(`w${page * MONITORS + n}`),
    }));
    const tree = { id: "root", type: "page", children: [...children, { id: "i", type: "incidents" }] };
    await panel.send("PUT", page === 0 ? `${ADMIN}/layout` : `${ADMIN}/pages/p${page}/layout`, { tree });
  }
  return ids.get(`w${MONITORS}`) ?? 0;
}

async function openStreams({ product }: Run): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let page = 0; page < PAGES; page++) {
    const prefix = page === 0 ? "" : `/p/p${page}`;
    const open = async () => await openStream(`${product.address}${prefix}/api/v1/public/events`, page);
    streams.push(...(await Promise.all(Array.from({ length: STREAMS }, open))));
  }
  return streams;
}

async function openStream(url: string, page: number): Promise<Stream> {
  // The limit is 20 streams per address.
  const headers = { "X-Forwarded-For": `198.51.100.${page + 1}` };
  return await new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, (response) => {
      const stream: Stream = { page, toldAt: null, close: () => request.destroy() };
      if (response.statusCode !== 200) reject(new Error(`A stream was answered ${response.statusCode}.`));
      response.on("error", () => {});
      response.on("data", (chunk: Buffer) => {
        const text = chunk.toString();
        if (text.includes("hello")) resolve(stream);
        if (text.includes(TITLE)) stream.toldAt ??= performance.now();
      });
    });
    request.on("error", reject);
  });
}

async function spent(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs(pid);
  await work();
  return cpuMs(pid) - before;
}
