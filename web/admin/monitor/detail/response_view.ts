import { createEffect, createMemo, on } from "solid-js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/lib/units.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import type { ChartRange } from "../../../ui/time_chart_shape.ts";
import { getHistory } from "../../api/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { countBuckets } from "./chart_buckets.ts";
import { MEASURES } from "./ResponseChart.tsx";

const DEFAULT_HOURS = "24";
const WEEK_MS = 7 * DAY_MS;
const SHORTEST_MS = 10 * MINUTE_MS;

export const RANGES = Object.entries(text.chart.ranges).map(([value, label]) => ({ value, label }));

interface Shown {
  hours: number;
  zoom: ChartRange | null;
}

/** The chart's state is in the URL, so it can be shared and survives a reload. */
export function createResponseView(monitor: Pick<Monitor, "id" | "createdAt" | "intervalSecs">) {
  const { id, createdAt, intervalSecs } = monitor;
  const hours = createMemo(
    () => RANGES.find(({ value }) => value === queryOf("hours"))?.value ?? DEFAULT_HOURS,
  );
  const measure = () => MEASURES.find(({ value }) => value === queryOf("measure"))?.value ?? "avg";
  const isCompared = createMemo(() => queryOf("compare") === "week");
  const zoom = createMemo<ChartRange | null>(
    () => {
      const [from, to] = [Number(queryOf("from")), Number(queryOf("to"))];
      return from > 0 && to > from ? { from, to } : null;
    },
    null,
    { equals: (a, b) => a?.from === b?.from && a?.to === b?.to },
  );
  const change = (changes: Record<string, string>) => setQuery(changes, { replace: true });
  const shown = createMemo((): Shown => ({ hours: Number(hours()), zoom: zoom() }));
  const compared = createMemo(() => (isCompared() ? shown() : null));
  const read = async (
    signal: AbortSignal,
    { hours, ...range }: { hours: number; from?: number; to?: number },
  ) => {
    const { to = Date.now(), from = to - hours * HOUR_MS } = range;
    return await getHistory(signal, { id, hours, buckets: countBuckets(to - from, intervalSecs), ...range });
  };
  const history = createLoad(
    async (signal, shown: Shown) => await read(signal, { hours: shown.hours, ...rangeOf(shown, createdAt) }),
    shown,
  );
  const before = createLoad(async (signal, shown: Shown | null) => {
    if (!shown) return null;
    const { from, to = Date.now() } = rangeOf(shown, createdAt);
    const earlier = { from: (from ?? to - shown.hours * HOUR_MS) - WEEK_MS, to: to - WEEK_MS };
    return await read(signal, { hours: shown.hours, ...earlier });
  }, compared);
  const minute = createMemo(() => Math.floor(now() / 60_000));
  createEffect(on(minute, () => !zoom() && history.reload(), { defer: true }));
  return {
    hours,
    measure,
    isCompared,
    zoom,
    history,
    before,
    setHours: (next: string) => change({ hours: next === DEFAULT_HOURS ? "" : next, from: "", to: "" }),
    setMeasure: (next: string) => change({ measure: next === "avg" ? "" : next }),
    setCompared: (isOn: boolean) => change({ compare: isOn ? "week" : "" }),
    setZoom: (range: ChartRange | null) =>
      change({
        from: range ? String(Math.round(range.from)) : "",
        to: range ? String(Math.round(range.to)) : "",
      }),
  };
}

function rangeOf({ hours, zoom }: Shown, createdAt: number): Partial<ChartRange> {
  if (zoom) return zoom;
  const begun = Math.min(createdAt, Date.now() - SHORTEST_MS);
  return begun > Date.now() - hours * HOUR_MS ? { from: begun } : {};
}
