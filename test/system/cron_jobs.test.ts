import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { Ping, PingWithBody } from "../../src/schema/ping.ts";
import { eventually } from "../eventually.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const MONITORS = "/api/v1/admin/monitors";
const run = promisify(execFile);

async function curl(...args: string[]): Promise<string> {
  return (await run("curl", ["-fsS", "-m", "30", ...args])).stdout;
}

describe("a cron job", () => {
  let product: Product;
  let panel: PanelClient;
  let sink: Target;

  beforeAll(async () => {
    [product, sink] = await Promise.all([startProduct({ variables: { LOG_LEVEL: "info" } }), startTarget()]);
    panel = await PanelClient.open(product.address);
    await panel.post("/api/v1/admin/notifications/channels", {
      name: "Sink",
      type: "webhook",
      allMonitors: true,
      config: {
        url: `${sink.address}/sink`,
        body: '{ "said": "{{monitor_name}}: {{event_type}}: {{error_message}}" }',
      },
    });
  });

  afterAll(async () => {
    await product?.stop();
    await sink?.close();
  });

  const add = (name: string, config: object) =>
    panel.post<Monitor>(MONITORS, { name, type: "webhook", config });
  const messages = () => sink.posted.map(({ body }) => (JSON.parse(body) as { said: string }).said);

  it("pings in each form, and its failure is alerted with the exit code and stored with its output", async () => {
    const { id, key, pingUrl = "", heartbeatUrl = "" } = await add("Dump", { schedule: "@yearly" });
    const uuid = pingUrl.split("/").at(-1) ?? "";
    const token = heartbeatUrl.split("/").at(-1) ?? "";
    expect(await curl(`${pingUrl}/start?rid=one`)).toBe("OK");
    expect(await curl(`${product.address}/${uuid}/log?rid=one`, "--data-raw", "half way")).toBe("OK");
    expect(
      await curl(`${product.address}/${token}/${key}/3?rid=one`, "--data-raw", "password=hush disk full"),
    ).toBe("OK");
    await eventually(() => expect(messages()).toContain("Dump: alert: The job failed with exit code 3."));
    expect(await curl("-I", `${product.address}/ping/${uuid}/0?rid=two`)).toContain("200 OK");
    await eventually(() => expect(messages().some((said) => said.startsWith("Dump: recovery"))).toBe(true));
    const pings = await panel.get<Ping[]>(`${MONITORS}/${id}/pings`);
    expect(pings.map(({ kind, exitCode }) => [kind, exitCode])).toEqual([
      ["success", 0],
      ["fail", 3],
      ["log", null],
      ["start", null],
    ]);
    const { body } = await panel.get<PingWithBody>(`${MONITORS}/${id}/pings/${pings[1]?.id}`);
    expect(body).toBe("password=[redacted] disk full");
    for (const secret of [uuid, token, "hush"]) expect(product.output()).not.toContain(secret);
  });

  it("is alerted when it takes too long", async () => {
    const { pingUrl = "" } = await add("Hangs", { schedule: "@yearly", maxRunSecs: 1 });
    await curl(`${pingUrl}/start`);
    await eventually(() =>
      expect(messages().some((said) => said.startsWith("Hangs: alert: Overrunning: "))).toBe(true),
    );
  });
});
