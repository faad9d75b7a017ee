import { readFileSync } from "node:fs";
import { serve } from "../../scripts/serve.ts";
import { freePort } from "../system/start/product.ts";

interface Reading {
  rowsWritten: number;
  slowestMs: number;
  slowest: string;
  slowestReadMs: number;
  slowestRead: string;
}

export interface Profile {
  ms: number;
  /** Much of the collected garbage is older than the measured work. */
  garbageMs: number;
  slowest: string[];
}

export interface MeteredProduct {
  address: string;
  read(options?: { holdQueues: boolean }): Promise<Reading>;
  cpuMs(): number;
  watchHeap(options?: { collects: boolean }): Promise<() => { usedMb: number; takenMb: number }>;
  profile(): Promise<() => Promise<Profile>>;
  stop(): Promise<void>;
}

const LOOK_MS = 100;
const SAMPLE_US = 250;
const MOST_BETWEEN_US = 2000;
const MB = 1024 * 1024;
const AROUND = "test/bench/metered_worker.js";

export async function startMetered(stateDir: string): Promise<MeteredProduct> {
  const [port, inspectorPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const runtime = await serve({
    port,
    stateDir,
    variables: { LOG_LEVEL: "warn", PUBLIC_URL: address, TRUSTED_PROXIES: "127.0.0.1" },
    probe: { around: AROUND, inspectorPort },
  });
  const inspector = `ws://127.0.0.1:${inspectorPort}/uptide`;
  return {
    address,
    read: async ({ holdQueues } = { holdQueues: false }) => {
      const response = await fetch(`${address}/bench/reading${holdQueues ? "?hold" : ""}`);
      return (await response.json()) as Reading;
    },
    cpuMs: () => readCpuMs(runtime.pid),
    watchHeap: async (options) => await watchHeap(inspector, options),
    profile: async () => await profile(inspector),
    stop: async () => await runtime.stop(),
  };
}

/** The kernel counts in hundredths of a second. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function openInspector(inspector: string): Promise<WebSocket> {
  const socket = new WebSocket(inspector);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return socket;
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; lineNumber: number };
}

interface RawProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

const GARBAGE = "(garbage collector):0";
const RESTING = new Set(["(idle)", "(program)", "(root)"]);

async function profile(inspector: string): Promise<() => Promise<Profile>> {
  const socket = await openInspector(inspector);
  let asked = 0;
  const send = async (method: string, params = {}) => {
    const id = ++asked;
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      const read = ({ data }: MessageEvent) => {
        const { id: answered, result } = JSON.parse(String(data));
        if (answered !== id) return;
        socket.removeEventListener("message", read);
        resolve(result);
      };
      socket.addEventListener("message", read);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return await answer;
  };
  await send("Profiler.enable");
  await send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await send("Profiler.start");
  return async () => {
    const { profile: raw } = await send("Profiler.stop");
    socket.close();
    return sum(raw as RawProfile);
  };
}

function sum({ nodes, samples, timeDeltas }: RawProfile): Profile {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const { functionName = "", lineNumber = 0 } = names.get(id) ?? {};
    if (RESTING.has(functionName)) continue;
    const name = `${functionName || "(anonymous)"}:${lineNumber + 1}`;
    // A sample lasts until the next one, unless the machine was busy elsewhere.
    const us = Math.min(timeDeltas[at + 1] ?? 0, MOST_BETWEEN_US);
    spent.set(name, (spent.get(name) ?? 0) + us / 1000);
  }
  const ranked = [...spent].toSorted(([, a], [, b]) => b - a);
  return {
    ms: ranked.reduce((total, [, ms]) => total + ms, 0),
    garbageMs: spent.get(GARBAGE) ?? 0,
    slowest: ranked.slice(0, 10).map(([name, ms]) => `${name} ${ms.toFixed(1)}`),
  };
}

async function watchHeap(inspector: string, { collects } = { collects: false }) {
  const socket = await openInspector(inspector);
  let [used, taken] = [0, 0];
  socket.addEventListener("message", ({ data }) => {
    const { result } = JSON.parse(String(data)) as { result?: Record<string, number> };
    const outside = result?.["backingStorageSize"] ?? 0;
    used = Math.max(used, (result?.["usedSize"] ?? 0) + outside);
    taken = Math.max(taken, (result?.["totalSize"] ?? 0) + outside);
  });
  let asked = 0;
  const ask = (method: string) => socket.send(JSON.stringify({ id: ++asked, method }));
  const timer = setInterval(() => {
    if (collects) ask("HeapProfiler.collectGarbage");
    ask("Runtime.getHeapUsage");
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    socket.close();
    return { usedMb: Math.round(used / MB), takenMb: Math.round(taken / MB) };
  };
}
