import { SUBSCRIBER_STATUSES, SUBSCRIBER_TYPES } from "../../schema/subscriber.ts";
import { type Family, formatLabels, type Sample } from "./exposition.ts";
import type { MetricRows, Tally, Waiting } from "./metric_rows.ts";

/** Present from the start, so the first failure counts as an increase. */
const DELIVERY_ENDS = ["delivered", "failed", "suppressed"];
const RUN_ENDS = ["succeeded", "failed", "skipped", "cancelled"];

type Labelled = Waiting & { id: number; labels: Readonly<Record<string, string>> };

export function channelFamilies(
  rows: Pick<MetricRows, "channels" | "deliveries" | "hushed">,
  now: number,
): Family[] {
  const labelled = rows.channels.map(
    ({ key, name, type, ...row }): Labelled => ({ ...row, labels: { key, name, type } }),
  );
  return [
    {
      name: "uptide_channel_deliveries_total",
      type: "counter",
      help: "Finished deliveries of a channel by result. A delivery that is resent by hand counts again.",
      samples: endSamples(labelled, { tallies: rows.deliveries, statuses: DELIVERY_ENDS }),
    },
    {
      name: "uptide_channel_queue_deliveries",
      type: "gauge",
      help: "Waiting deliveries: held by quiet hours, a delay or grouping, or due to be sent or retried.",
      samples: labelled.flatMap(waitingSamples),
    },
    {
      name: "uptide_channel_queue_oldest_age_seconds",
      type: "gauge",
      help: "Age of the oldest due delivery, 0 without one. Held deliveries aren't included.",
      samples: labelled.map((one) => ageSample(one, now)),
    },
    single(
      "uptide_monitors_acknowledged",
      "Monitors with an acknowledged failure.",
      rows.hushed.acknowledged,
    ),
    single("uptide_monitors_snoozed", "Snoozed monitors.", rows.hushed.snoozed),
  ];
}

export function actionFamilies(rows: Pick<MetricRows, "actions" | "runs">, now: number): Family[] {
  const labelled = rows.actions.map(({ key, name, ...row }): Labelled => ({ ...row, labels: { key, name } }));
  return [
    {
      name: "uptide_action_runs_total",
      type: "counter",
      help: "Finished runs of an action by result.",
      samples: endSamples(labelled, { tallies: rows.runs, statuses: RUN_ENDS }),
    },
    {
      name: "uptide_action_queue_runs",
      type: "gauge",
      help: "Waiting runs: held until their delay is over, or due to be sent or retried.",
      samples: labelled.flatMap(waitingSamples),
    },
    {
      name: "uptide_action_queue_oldest_age_seconds",
      type: "gauge",
      help: "Age of the oldest due run, counted from the end of its delay, 0 without one.",
      samples: labelled.map((one) => ageSample(one, now)),
    },
  ];
}

export function subscriberFamilies(
  { subscribers, fanouts, retries, pages }: Pick<MetricRows, "subscribers" | "fanouts" | "retries" | "pages">,
  now: number,
): Family[] {
  const counts = new Map(
    (subscribers ?? []).map(({ pageId, type, status, count }) => [`${pageId} ${type} ${status}`, count]),
  );
  return [
    {
      name: "uptide_subscribers",
      type: "gauge",
      help: "Subscribers by type and status. `disabled`: paused after failures. Large numbers are recounted less often.",
      samples: pages.flatMap(({ id, key }) =>
        SUBSCRIBER_TYPES.flatMap((type) =>
          SUBSCRIBER_STATUSES.map((status) => ({
            labels: formatLabels({ ...pageLabel(pages, key), type, status }),
            value: counts.get(`${id} ${type} ${status}`) ?? 0,
          })),
        ),
      ),
    },
    single("uptide_subscriber_events_open", "Events whose subscribers are being notified.", fanouts.open),
    single(
      "uptide_subscriber_events_oldest_age_seconds",
      "Age of the oldest event whose subscribers are being notified, 0 without one.",
      ageInSeconds(fanouts.oldestAt, now),
    ),
    single(
      "uptide_subscriber_deliveries_retrying",
      "Deliveries to subscribers waiting for a retry, counted up to 10000.",
      retries,
    ),
  ];
}

export function pageLabel(pages: readonly unknown[], page: string): { page?: string } {
  return pages.length > 1 ? { page } : {};
}

export function single(name: string, help: string, value: number | null): Family {
  return { name, type: "gauge", help, samples: value === null ? [] : [{ labels: "", value }] };
}

function endSamples(
  labelled: readonly Labelled[],
  { tallies, statuses }: { tallies: readonly Tally[]; statuses: readonly string[] },
): Sample[] {
  const counts = new Map(tallies.map(({ objectId, status, count }) => [`${objectId} ${status}`, count]));
  return labelled.flatMap(({ id, labels }) =>
    statuses.map((status) => ({
      labels: formatLabels({ ...labels, status }),
      value: counts.get(`${id} ${status}`) ?? 0,
    })),
  );
}

function waitingSamples({ labels, held, due }: Labelled): Sample[] {
  return [
    { labels: formatLabels({ ...labels, state: "held" }), value: held },
    { labels: formatLabels({ ...labels, state: "due" }), value: due },
  ];
}

function ageSample({ labels, oldestDueAt }: Labelled, now: number): Sample {
  return { labels: formatLabels(labels), value: ageInSeconds(oldestDueAt, now) };
}

function ageInSeconds(at: number | null, now: number): number {
  return at === null ? 0 : Math.max(0, now - at) / 1000;
}
