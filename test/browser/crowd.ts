import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { ShortMonitor } from "../../src/schema/listed_monitor.ts";
import { until } from "../system/start/product.ts";
import type { Product } from "./product.ts";

export const CHECKS_A_SECOND = 200;
const TICK_MS = 50;

export async function measureScript(
  page: Page,
  crowd: Pick<Crowd, "sent">,
  { checks, meanwhile = async () => {} }: { checks: number; meanwhile?: () => Promise<void> },
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

type Crowd = Awaited<ReturnType<typeof startCrowd>>;

export async function startCrowd(
  product: Pick<Product, "address">,
  { ids, list }: { ids: readonly number[]; list?: readonly ShortMonitor[] },
) {
  const streams = new Set<ServerResponse>();
  /** They stay down, because their next change may come at the same moment. */
  const down = new Set<number>();
  let sent = 0;
  let next = 0;
  const emit = (event: string, data: object) => {
    for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const sendCheck = (id: number, status: ShortMonitor["currentStatus"]) => {
    const responseMs = 20 + Math.round(Math.random() * 200);
    const message =
      status === "down" ? "Expected status 200, got 503." : `Responded with 200 in ${responseMs} ms.`;
    emit("check", {
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
      const id = ids[next++ % ids.length] ?? 0;
      // One in fifty changes, which reorders the list as during an outage.
      const isDown = down.has(id) || (next % 50 === 0 && sent % 2 === 0);
      sendCheck(id, isDown ? "down" : "up");
    }
  }, TICK_MS);

  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? "").replace(/\?.*/, "");
    if (list && path === "/api/v1/admin/monitors/short" && incoming.method === "GET") {
      outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(list));
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
    // Each side notices when the other disconnects.
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    sent: () => sent,
    turnDown: (id: number) => {
      down.add(id);
      sendCheck(id, "down");
    },
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
