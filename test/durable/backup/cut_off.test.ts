import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Backup } from "../../../src/schema/backup.ts";
import { findBackupStatus } from "../../../src/service/backup/status.ts";
import { ADMIN, bindings, setUp, signIn } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";
import { fillTables } from "./filled.ts";

const ROOT = "/api/v1/admin/backups";
const OLD = "Later, Shop";
const NEW = "Shop";
const MOST_ASKED = 50;
// A restore runs for every few failing writes.
vi.setConfig({ testTimeout: 300_000 });
const seen: string[] = [];
let name: string;

beforeAll(async () => {
  const admin = await setUp();
  const monitor = await addBeating(admin, "Shop");
  await place(admin, [monitor]);
  const channel = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" } };
  const { body } = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", channel);
  await fillTables(monitor.id, body.id);
  name = (await admin.post<Backup>(ROOT, {})).body.name;
  await admin.post("/api/v1/admin/monitors", { name: "Later", type: "webhook", config: {} });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const backups = () => bindings.BACKUPS.getByName("backups");

/** A read that never fails in this test. */
async function monitors(): Promise<string> {
  const { results } = await bindings.DB.prepare("SELECT name FROM monitors ORDER BY name").all();
  return results.map((row) => row["name"]).join(", ");
}

/** Each kind of batch fails once, alternately before and after it runs. */
function failEachOnce(): Set<string> {
  const failed = new Set<string>();
  const prototype = Object.getPrototypeOf(bindings.DB) as D1Database;
  const batch = prototype.batch;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, statements) {
    const kind = statements.map((one) => (one as unknown as { statement: string }).statement).join("\n");
    const isDue = !failed.has(kind);
    failed.add(kind);
    if (isDue && failed.size % 2 === 1) throw new Error("cut off before");
    const results = await batch.call(this, statements);
    if (isDue) throw new Error("cut off after");
    return results as never;
  });
  return failed;
}

async function restore(): Promise<void> {
  let isResponseed = false;
  const asked = askForRestore().finally(() => (isResponseed = true));
  for (let isRunning = true; isRunning || !isResponseed; ) {
    await runDurableObjectAlarm(backups());
    seen.push(await monitors());
    isRunning = await backups().isUsed(name);
  }
  await asked;
}

async function askForRestore(): Promise<void> {
  try {
    const admin = await signIn(ADMIN.email, ADMIN.password);
    await admin.post(`${ROOT}/restore`, { name, currentPassword: ADMIN.password });
  } catch {
    // Signing in writes too, so it may be cut off.
  }
}

it("a restore interrupted at its writes leaves all old or all new data, and completes in the end", async () => {
  const failed = failEachOnce();
  // After too many interruptions a restore gives up and leaves the data unchanged. Each new request has fewer failures
  // left.
  for (let asked = 0; asked < MOST_ASKED && seen.at(-1) !== NEW; asked++) await restore();
  expect(seen.at(-1)).toBe(NEW);
  await eventually(async () => {
    await runDurableObjectAlarm(backups());
    expect((await findBackupStatus(bindings)).running).toBeNull();
  });
  expect(seen.filter((one) => one !== OLD && one !== NEW)).toEqual([]);
  expect(seen.lastIndexOf(OLD)).toBeLessThan(seen.indexOf(NEW));
  expect([...failed].filter((kind) => kind.includes("restore_")).length).toBeGreaterThanOrEqual(3);
  const { results } = await bindings.DB.prepare(
    "SELECT name FROM sqlite_master WHERE name LIKE 'restore\\_%' ESCAPE '\\'",
  ).all();
  expect(results).toEqual([]);
});
