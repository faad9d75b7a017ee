import { readMetricRows } from "../../data/metrics.ts";
import { actionFamilies, channelFamilies, subscriberFamilies } from "../../domain/system/delivery_metrics.ts";
import { formatExposition } from "../../domain/system/exposition.ts";
import { GAUGE_SETTINGS, instanceFamilies, watchFamilies } from "../../domain/system/instance_metrics.ts";
import type { MetricRows, SubscriberCount } from "../../domain/system/metric_rows.ts";
import { monitorFamilies } from "../../domain/system/monitor_metrics.ts";
import { countHoldsMs } from "../../domain/system/subscriber_count_age.ts";
import { log } from "../../lib/log.ts";
import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { within } from "../../lib/within.ts";
import { liveOf } from "../announce/live.ts";
import { pageOf } from "../announce/page.ts";
import { askWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { findMirrorStatuses } from "../mirror/statuses.ts";

/** Prometheus waits ten seconds by default. */
const TIMEOUT_MS = 5000;

const counted = new WeakMap<D1Database, { at: number; until: number; subscribers: SubscriberCount[] }>();

/** An object that does not respond costs its own samples, never the scrape. */
export async function readMetrics(context: Context): Promise<string> {
  const { env, now } = context;
  const rows = await readRows(context);
  const [responses, pageStreams, panelStreams, mirrors] = await Promise.all([
    askWatches(env, rows.watches, async (watch) => await watch.figures()),
    Promise.all(
      rows.pages.map(async ({ id, key }) => {
        return { page: key, count: await ask(`the page ${key}`, () => pageOf(env, id).streamCount()) };
      }),
    ),
    ask("the panel's streams", () => liveOf(env).streamCount()),
    Promise.all(
      rows.pages.map(async ({ id, key }) => {
        const own = rows.mirrors.filter(({ pageId }) => pageId === id);
        const statuses = await ask(`the copy of ${key}`, () => findMirrorStatuses(env, own, now));
        return {
          page: key,
          status: statuses && (statuses[0]?.status ?? { state: "off" as const, lastSuccessAt: null }),
        };
      }),
    ),
  ]);
  const monitors = [...responses.values()].flatMap((figures) => figures.monitors);
  const reported = rows.watches.map((watch) => {
    const figures = responses.get(watch);
    return {
      watch,
      starts: rows.turns.get(watch) ?? 0,
      figures: figures ? { ...figures, monitors: figures.monitors.length } : null,
    };
  });
  return formatExposition([
    ...monitorFamilies(monitors),
    ...watchFamilies(reported, now),
    ...channelFamilies(rows, now),
    ...actionFamilies(rows, now),
    ...subscriberFamilies(rows, now),
    ...instanceFamilies({
      version: PRODUCT_VERSION,
      pageStreams,
      panelStreams,
      mirrors,
      settings: rows.settings,
    }),
  ]);
}

async function readRows({ env, db, now }: Context): Promise<MetricRows> {
  const known = counted.get(env.DB);
  const isHeld = known !== undefined && known.at <= now && now < known.until;
  const rows = await readMetricRows(db, { names: GAUGE_SETTINGS, hasSubscribers: !isHeld, now });
  if (rows.subscribers === null) return { ...rows, subscribers: known?.subscribers ?? [] };
  const total = rows.subscribers.reduce((sum, { count }) => sum + count, 0);
  counted.set(env.DB, { at: now, until: now + countHoldsMs(total), subscribers: rows.subscribers });
  return rows;
}

async function ask<T>(whom: string, call: () => Promise<T>): Promise<T | null> {
  try {
    return await within(TIMEOUT_MS, call);
  } catch (error) {
    log("warn", "a scrape got no response", { whom, error });
    return null;
  }
}
