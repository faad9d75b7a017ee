import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { FIRST_CHECKS, SCHEDULED } from "../../../durable/watch/start_pace.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
let checked: string[] = [];
let timers: MockInstance<typeof setTimeout> | null = null;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { hostname } = new URL(new Request(input, init).url);
    checked.push(hostname);
    return hostname.startsWith("hang") ? await new Promise<Response>(() => {}) : new Response("ok");
  });
});

beforeEach(() => {
  checked = [];
});

afterEach(async () => {
  vi.useRealTimers();
  timers?.mockRestore();
  for (const { id } of await list()) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const list = async () => (await admin.get<Monitor[]>(ROOT)).body;
const hosts = (name: string) => Array.from({ length: 12 }, (_, n) => `${name}${n}.example`);

async function importMonitors(wanted: readonly string[]): Promise<void> {
  const documents = wanted.map(
    (host) =>
      `kind: Monitor\nkey: ${host.replaceAll(".", "-")}\nname: ${host}\ntype: https\nintervalSecs: 60\ntimeoutMs: 300000\n` +
      `config:\n  url: https://${host}/\n  certExpiry:\n    enabled: false\n`,
  );
  const { status } = await admin.post("/api/v1/admin/config/apply", documents.join("---\n"), {
    headers: { "Content-Type": "application/yaml" },
  });
  expect(status).toBe(200);
}

describe("the first checks of imported monitors", () => {
  it("start five at a time, and all run", async () => {
    timers = vi.spyOn(globalThis, "setTimeout");
    await importMonitors(hosts("quick"));
    await eventually(async () => {
      for (const { currentStatus } of await list()) expect(currentStatus).toBe("up");
    });
    expect(checked.toSorted()).toEqual(hosts("quick").toSorted());
    const waits = timers.mock.calls.map(([, ms]) => ms);
    expect(waits).toContain(FIRST_CHECKS.mostGapMs);
    expect(waits).not.toContain(SCHEDULED.mostGapMs);
  });

  it("don't delay checks of existing monitors", async () => {
    await importMonitors(["steady.example"]);
    await eventually(async () => expect((await list())[0]?.currentStatus).toBe("up"));
    timers = stopFirstChecks();
    await importMonitors(["steady.example", ...hosts("hang")]);
    await eventually(() => expect(checked).toHaveLength(6));
    const { alarmAt } = await watch().health();
    vi.useFakeTimers({ now: alarmAt! + 1, toFake: ["Date"] });
    await runDurableObjectAlarm(watch());
    await eventually(() => expect(checked.filter((host) => host === "steady.example")).toHaveLength(2));
    expect(checked).toHaveLength(7);
  });
});

/** First checks that wait their turn wait as long as the test runs. */
function stopFirstChecks() {
  const start = globalThis.setTimeout;
  return vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation((...[go, ms]: Parameters<typeof start>) =>
      start(go, ms === FIRST_CHECKS.mostGapMs ? 300_000 : ms),
    );
}
