import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
  type ResponseDay,
} from "../../../src/domain/uptime/response_times.ts";
import { toBase64 } from "../../../src/lib/bytes.ts";
import { HOUR_MS } from "../../../src/lib/units.ts";
import { CHART_BUCKETS, CHART_HOURS } from "../../../src/schema/block_defaults.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { recordWatch } from "../../../src/service/watch/record.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { place } from "../page/placed.ts";
import { asWatch } from "./as_watch.ts";

interface Buckets {
  buckets: { at: number | string; avg: number | null; p95: number | null }[];
}

const LONG = CHART_HOURS.filter((hours) => hours > 24);
let admin: Visitor;
let monitor: Monitor;

beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
  admin = await setUp();
  const config = { url: "https://shop.example/" };
  const made = await admin.post<Monitor>("/api/v1/admin/monitors", { name: "Shop", type: "https", config });
  monitor = made.body;
  await admin.post(`/api/v1/admin/monitors/${monitor.id}/pause`);
  await handOnHours(91);
});

async function handOnHours(days: number): Promise<void> {
  const current = Math.floor(Date.now() / HOUR_MS);
  const byDay = Map.groupBy(
    Array.from({ length: days * 24 }, (_, i) => current - days * 24 + i),
    (hour) => Math.floor(hour / 24),
  );
  for (const [day, hours] of byDay) {
    const own: ResponseDay = new Map(hours.map((hour) => [hour % 24, times(100, 100, 1000)]));
    const packed = toBase64(encodeResponseDay(own));
    const messages = [{ kind: "responses" as const, day, hours: [{ monitorId: monitor.id, packed }] }];
    await recordWatch(bindings, messages, await asWatch(monitor.id));
  }
}

function times(...durations: number[]) {
  const made = emptyResponseTimes();
  for (const ms of durations) addResponse(made, ms);
  return made;
}

async function read<T>(path: string, visitor = admin): Promise<T> {
  const { status, body } = await visitor.get<T>(path);
  if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

function holesIn({ buckets }: Buckets): number[] {
  const current = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return buckets.flatMap(({ at, avg }, i) => (avg === null && new Date(at).getTime() < current ? [i] : []));
}

describe("a response time history of more than a day", () => {
  it("has no empty buckets in the panel, for any number of buckets", async () => {
    for (const hours of [25, ...LONG]) {
      for (const buckets of [...CHART_BUCKETS, 7, 60, 200]) {
        const path = `/api/v1/admin/monitors/${monitor.id}/history?hours=${hours}&buckets=${buckets}`;
        expect({ hours, buckets, holes: holesIn(await read<Buckets>(path)) }).toEqual({
          hours,
          buckets,
          holes: [],
        });
      }
    }
  });

  it("has the nearest rank as p95, even with three checks an hour", async () => {
    const path = `/api/v1/admin/monitors/${monitor.id}/history?hours=48&buckets=48`;
    const measured = (await read<Buckets>(path)).buckets.filter(({ avg }) => avg !== null);
    expect(new Set(measured.map(({ avg, p95 }) => `${avg} ${p95}`))).toEqual(new Set(["400 1000"]));
  });

  it("has no empty buckets on the page, in charts and in monitor history", async () => {
    const charts = LONG.flatMap((hours) =>
      CHART_BUCKETS.map((buckets) => {
        return { id: `c${hours}-${buckets}`, type: "chart", monitorId: monitor.id, hours, buckets };
      }),
    );
    await place(admin, [monitor], charts);
    forgetPage();
    const page = await read<PublicPage>("/api/v1/public/page", new Visitor());
    for (const { id, hours, buckets } of charts) {
      expect({ id, holes: holesIn(page.charts[id]!) }).toEqual({ id, holes: [] });
      const path = `/api/v1/public/monitor/${monitor.id}/history?hours=${hours}&buckets=${buckets}`;
      expect({ path, holes: holesIn(await read<Buckets>(path, new Visitor())) }).toEqual({ path, holes: [] });
    }
  });
});
