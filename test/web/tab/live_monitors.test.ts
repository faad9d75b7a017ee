import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListedMonitor } from "../../../src/schema/listed_monitor.ts";

const SHOP = { id: 1, name: "Shop" } as ListedMonitor;
const BLOG = { id: 2, name: "Blog" } as ListedMonitor;
let list: TransformStream<Uint8Array, Uint8Array>;

beforeEach(() => {
  vi.resetModules();
  list = new TransformStream();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { origin: "http://uptide.test" } }));
  vi.stubGlobal("fetch", async () => new Response(list.readable));
});

afterEach(() => vi.unstubAllGlobals());

async function load() {
  const { monitors } = await import("../../../web/admin/live/monitors.ts");
  const writer = list.writable.getWriter();
  monitors.reload();
  await writer.write(new TextEncoder().encode(`[${JSON.stringify(SHOP)}\n`));
  await vi.waitFor(() => expect(monitors.find(SHOP.id)).toBeDefined());
  const names = () => monitors.entries().map((entry) => entry.peek().name);
  return { monitors, writer, names };
}

it("a monitor that a broken list had named is listed once it is read", async () => {
  const { monitors, writer, names } = await load();
  await writer.abort();
  await vi.waitFor(() => expect(monitors.error()).toBeDefined());
  expect(names()).toEqual([]);
  monitors.put(SHOP);
  monitors.put({ ...SHOP, name: "Shop 2" });
  expect(names()).toEqual(["Shop 2"]);
});

it("a monitor that is added while the list arrives stays, and a deleted one doesn't come back", async () => {
  const { monitors, writer, names } = await load();
  monitors.put(BLOG);
  monitors.drop(SHOP.id);
  await writer.write(new TextEncoder().encode("]"));
  await writer.close();
  await vi.waitFor(() => expect(monitors.isLoaded()).toBe(true));
  expect(names()).toEqual(["Blog"]);
});
