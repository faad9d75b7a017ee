import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { PanelClient } from "../panel_client.ts";
import { type Product, startProduct } from "./product.ts";

const WAY_BACK = "stop Uptide, move this file away, start it and restore a backup.";
const HALF_PAGE = 2048;

let stateDir = "";
let product: Product;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), "uptide-damage-"));
  product = await startProduct({ stateDir });
  const panel = await PanelClient.open(product.address);
  await panel.post("/api/v1/admin/monitors", { name: "Shop", type: "manual", config: {} });
  await product.stop();
});

afterEach(async () => {
  await product.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

function damage(folder: string, from: number): string {
  const [name = ""] = readdirSync(join(stateDir, folder)).filter((one) => /^[0-9a-f]{64}\.sqlite$/.test(one));
  const path = join(stateDir, folder, name);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(HALF_PAGE, 0x5a), 0, HALF_PAGE, from);
  closeSync(file);
  return path;
}

async function readReady(): Promise<{ status: number; problems: string[] }> {
  const ready = await fetch(`${product.address}/ready`);
  const { problems = [] } = (await ready.json()) as { problems?: string[] };
  return { status: ready.status, problems };
}

describe("a damaged state file", () => {
  it("is reported in the log and by /ready, with advice, when it is the database", async () => {
    const path = damage("d1/miniflare-D1DatabaseObject", 0);
    product = await startProduct({ stateDir });
    const sentence = `The database is damaged (${path}): ${WAY_BACK}`;
    expect(await readReady()).toEqual({
      status: 503,
      problems: ["The database isn't responding.", sentence],
    });
    expect(product.output()).toContain(`${path} is damaged`);
  });

  it("is reported with the names of its monitors when it is a watch", async () => {
    const path = damage("do/uptide-Watch", 4096);
    product = await startProduct({ stateDir });
    const sentence = `The watch of Shop is damaged (${path}): ${WAY_BACK}`;
    expect(await readReady()).toEqual({ status: 200, problems: [sentence] });
    expect(product.output()).toContain(`${path} is damaged`);
    const panel = await PanelClient.open(product.address, "192.0.2.9");
    const { parts } = await panel.get<SystemHealth>("/api/v1/admin/system-health");
    expect(parts.find(({ id }) => id === "watches")).toMatchObject({ state: "failing", summary: sentence });
  });
});
