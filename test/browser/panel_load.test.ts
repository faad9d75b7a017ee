import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { until } from "../system/start/product.ts";
import { closePeople, hasChromium, launch, openPerson, takeFaults } from "./chromium.ts";
import { seeHeading, setUp, signIn } from "./deeds.ts";
import { ADMIN } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const MONITORS = 2000;
const CHECKS_A_SECOND = 200;
const TICK_MS = 50;

/** The product, except that it has 2,000 monitors, of which 200 are checked each second. */
describe.skipIf(!hasChromium)("the list of 2,000 monitors, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let crowd: Awaited<ReturnType<typeof startCrowd>>;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    await setUp(product, ADMIN);
    crowd = await startCrowd(product);
    page = await openPerson(browser, crowd.address);
    await page.goto("/admin/monitors");
    await signIn(page, ADMIN);
    await seeHeading(page, "Monitors");
  });

  afterAll(async () => {
    await closePeople();
    await crowd?.close();
    await product?.stop();
  });

  it("follows every check, and has only the rows near the view", async () => {
    await page.getByText(`${MONITORS} monitors`, { exact: true }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(await page.locator("tbody tr").count()).toBeLessThan(60);
    expect(await page.getByRole("table", { name: "Monitors" }).getAttribute("aria-rowcount")).toBe("2001");

    const still = await measure(page, crowd, 300);
    const scrolling = await measure(page, crowd, 300, async () => {
      for (let at = 0; at < 60; at++) {
        await page.mouse.wheel(0, 1500);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
    });
    console.log(
      `2,000 monitors, ${CHECKS_A_SECOND} checks a second: ${still.script} ms of script and ${still.task} ms of ` +
        `main thread per second; while scrolling ${scrolling.script} ms and ${scrolling.task} ms`,
    );

    // The wheel may still be turning on a busy machine.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          return await page.getByRole("link", { name: "Monitor 2000", exact: true }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await page.getByLabel("Search").fill("monitor 1234");
    await page.getByText(`1 of ${MONITORS} monitors`).waitFor();
    crowd.turnDown(1234);
    await page.getByRole("row", { name: "Monitor 1234" }).getByText("Down").waitFor();
    expect(takeFaults()).toEqual([]);
  });
});

/** Milliseconds a second over the time in which so many checks came. */
async function measure(
  page: Page,
  crowd: { sent: () => number },
  checks: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<{ script: number; task: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const read = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  const from = crowd.sent();
  await meanwhile();
  await until(() => crowd.sent() - from >= checks, 60_000);
  const after = await read();
  const secs = after["Timestamp"]! - before["Timestamp"]!;
  const perSec = (name: string) => Math.round(((after[name]! - before[name]!) * 1000) / secs);
  return { script: perSec("ScriptDuration"), task: perSec("TaskDuration") };
}

/** Hands everything to the product but the list and the stream, which it tells of its own. */
async function startCrowd(product: Product) {
  const streams = new Set<ServerResponse>();
  let sent = 0;
  let next = 0;
  const tell = (event: string, data: object) => {
    for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const tellCheck = (id: number, status: Monitor["currentStatus"]) => {
    const responseMs = 20 + Math.round(Math.random() * 200);
    const message = status === "down" ? "Expected status 200, got 503." : `Answered 200 in ${responseMs} ms.`;
    tell("check", {
      monitorId: id,
      status,
      confirmedStatus: status,
      responseMs,
      message,
      checkedAt: Date.now(),
    });
    if (streams.size > 0) sent++;
  };
  const timer = setInterval(() => {
    for (let n = 0; n < (CHECKS_A_SECOND * TICK_MS) / 1000; n++) {
      next = (next % MONITORS) + 1;
      // One in fifty turns: enough to reorder, as in a bad hour.
      tellCheck(next, next % 50 === 0 && sent % 2 === 0 ? "down" : "up");
    }
  }, TICK_MS);

  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? "").replace(/\?.*/, "");
    if (path === "/api/v1/admin/monitors" && incoming.method === "GET") {
      outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(listCrowd()));
      return;
    }
    if (path === "/api/v1/admin/monitors/events") {
      outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
      outgoing.write('retry: 2000\n\nevent: hello\ndata: {"version":"1"}\n\n');
      streams.add(outgoing);
      incoming.on("close", () => streams.delete(outgoing));
      return;
    }
    const { hostname, port } = new URL(product.address);
    const headers = { ...incoming.headers, host: `${hostname}:${port}` };
    if (headers.origin) headers.origin = product.address;
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    sent: () => sent,
    turnDown: (id: number) => tellCheck(id, "down"),
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function listCrowd(): Monitor[] {
  const now = Date.now();
  return Array.from({ length: MONITORS }, (_, n) => ({
    id: n + 1,
    version: 1,
    key: `monitor-${n + 1}`,
    name: `Monitor ${n + 1}`,
    publicName: null,
    publicDescription: null,
    type: "https",
    paused: false,
    intervalSecs: 10,
    timeoutMs: 10_000,
    retries: 1,
    failureThreshold: 1,
    recoveryThreshold: 1,
    address: `https://example.com/${n + 1}`,
    config: { url: `https://example.com/${n + 1}` },
    tags: n % 3 === 0 ? [{ label: "production", color: "#0b6672" }] : [],
    channelIds: [],
    alertsNobody: true,
    dependsOnIds: [],
    actions: [],
    autoIncidentMinutes: null,
    autoIncidentMode: "draft" as const,
    autoIncidentTemplateId: null,
    locations: [],
    confirmFrom: null,
    everyPlaceEvery: null,
    currentStatus: "up" as const,
    confirmedStatus: "up" as const,
    statusSince: now - 86_400_000,
    lastCheckedAt: now - 5000,
    responseMs: 40,
    message: "Answered 200 in 40 ms.",
    certExpiresAt: null,
    underMaintenance: false,
    acknowledgement: null,
    snoozedUntilMs: null,
    createdAt: now - 86_400_000,
    updatedAt: now - 86_400_000,
  }));
}
