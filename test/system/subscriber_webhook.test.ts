import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.ts";
import { serve } from "../../scripts/serve.ts";
import { openDatabase } from "../local_database.ts";
import { PanelClient } from "./panel_client.ts";
import { freePort, until } from "./start/product.ts";

let inside: Server;
let connections = 0;

beforeAll(async () => {
  build();
  inside = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined);
    socket.end();
  }).listen(0, "127.0.0.1");
  await once(inside, "listening");
});

afterAll(() => inside.close());

interface Delivery {
  lastError: string | null;
  attemptCount: number;
}

/** The name resolves to a public address first and to this machine when it is called. */
async function callInside(variables: Record<string, string>): Promise<Delivery> {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-webhook-"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const runtime = await serve({
    port,
    stateDir,
    probe: { around: "test/system/rebinding_worker.js" },
    variables: { LOG_LEVEL: "warn", PUBLIC_URL: address, ...variables },
  });
  try {
    const panel = await PanelClient.open(address);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
    const smtp = { host: "127.0.0.1", port: 1, fromAddress: "status@example.com" };
    await panel.send("PUT", "/api/v1/admin/notifications/smtp", smtp);
    const webhookUrl = `https://hook.example:${(inside.address() as AddressInfo).port}/`;
    const signUp = { type: "webhook", email: "visitor@example.com", webhookUrl };
    await panel.post("/api/v1/public/subscriptions", signUp);
    await until(async () => (await list(panel, "subscribers")).length === 1);
    const confirmed = "UPDATE subscribers SET status = 'active', confirmed_at = 1";
    await openDatabase(stateDir, runtime.pid).prepare(confirmed).run();
    const incident = { title: "Checkout fails", status: "investigating", impact: "major", body: "Looking." };
    await panel.post("/api/v1/admin/incidents", incident);
    let tried: Delivery | undefined;
    await until(async () => {
      [tried] = await list<Delivery>(panel, "subscribers/deliveries");
      return (tried?.attemptCount ?? 0) > 0;
    });
    return tried!;
  } finally {
    await runtime.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function list<T>(panel: PanelClient, what: string): Promise<T[]> {
  return (await panel.get<{ items: T[] }>(`/api/v1/admin/${what}`)).items;
}

describe("a subscriber's webhook", () => {
  it("does not reach a private address, even if its name was public at lookup", async () => {
    const { lastError } = await callInside({});
    expect(connections).toBe(0);
    expect(lastError).toMatch(/^No response from hook\.example:\d+: unreachable/);
  });

  it("reaches a private address when that is allowed", async () => {
    await callInside({ SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" });
    expect(connections).toBeGreaterThan(0);
  });
});
