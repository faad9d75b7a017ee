import { get } from "node:http";
import type { Browser, CDPSession, Page } from "playwright-core";
import { round } from "./run.ts";

/** 4x CPU and slow 4G: 1.6 Mbit/s, 150 ms. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false };
const REST_MS = 1500;

export async function measureTab(browser: Browser, address: string) {
  const fast = await visit(browser, address, { isSlow: false });
  const slow = await visit(browser, address, { isSlow: true });
  return {
    "elements in the page": fast.elements,
    "HTML, raw (KB)": round((await bytesOf(address, "identity")) / 1024, 1),
    "HTML, gzip (KB)": round((await bytesOf(address, "gzip")) / 1024, 1),
    "first JavaScript, gzip (KB)": round(fast.scriptBytes / 1024, 2),
    "first view, on the wire (KB)": round(fast.bytes / 1024, 1),
    "first view, requests": fast.requests,
    "blocking time, slow (ms)": slow.blockingMs,
    "blocking time (ms)": fast.blockingMs,
    "largest paint, slow (ms)": slow.largestMs,
    "largest paint (ms)": fast.largestMs,
    "JS heap (MB)": round(fast.heapBytes / 1024 / 1024, 2),
  };
}

async function visit(browser: Browser, address: string, { isSlow }: { isSlow: boolean }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const wire = await watchWire(session);
  if (isSlow) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await session.send("Network.emulateNetworkConditions", SLOW);
  }
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(REST_MS * (isSlow ? 2 : 1));
  const times = await readTimes(page);
  const elements = await page.locator("*").count();
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize: heapBytes } = await session.send("Runtime.getHeapUsage");
  await context.close();
  return { ...wire, ...times, elements, heapBytes };
}

async function watchWire(session: CDPSession) {
  await session.send("Network.enable");
  const wire = { bytes: 0, requests: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  session.on(
    "Network.responseReceived",
    ({ requestId, type }) => type === "Script" && scripts.add(requestId),
  );
  session.on("Network.requestWillBeSent", ({ request }) => {
    wire.requests += request.url.startsWith("http") ? 1 : 0;
  });
  const sizes = new Map<string, number>();
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    wire.bytes += encodedDataLength;
    if (scripts.has(requestId)) wire.scriptBytes += sizes.get(requestId) || encodedDataLength;
  });
  return wire;
}

/** Sums the time beyond 50 ms of each task. Runs in the page, where Node's types don't apply. */
async function readTimes(page: Page): Promise<{ blockingMs: number; largestMs: number }> {
  return await page.evaluate(`(async () => {
    const entries = (type) => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve([]), 500);
    });
    const largest = (await entries("largest-contentful-paint")).at(-1)?.startTime ?? 0;
    const blocking = (await entries("longtask")).reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { blockingMs: Math.round(blocking), largestMs: Math.round(largest) };
  })()`);
}

async function bytesOf(address: string, encoding: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": encoding } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
