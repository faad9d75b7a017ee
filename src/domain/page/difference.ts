import type { PublicMonitor } from "../../schema/public_page.ts";
import { pruneLayout, publicLayout } from "./layout.ts";
import type { LiveMessage } from "./live_message.ts";
import { chooseLocale, localiseIncidents, type PageSnapshot } from "./view.ts";

/** A change may have started this long before the page that missed it was read. */
const LATE_MS = 60_000;

type ShownStatuses = ReadonlyMap<number, PublicMonitor["status"]>;

export function messagesBetween(
  before: PageSnapshot,
  after: PageSnapshot,
  { shown, locale }: { shown: ShownStatuses; locale: string | null },
): LiveMessage[] {
  const code = chooseLocale(after.locales, locale).code;
  const messages = [
    ...statusMessages(after, shown),
    ...incidentMessages(before, after, code),
    ...windowMessages(before, after),
  ];
  const { version } = after.page;
  if (version === before.page.version || isOtherLook(before, after)) return messages;
  return [...messages, { event: "hello", data: { version } }];
}

export function statusMessage({
  id,
  status,
  responseMs,
  checkedAt,
}: Pick<PublicMonitor, "id" | "status" | "responseMs" | "checkedAt">): LiveMessage {
  return { event: "monitor.status", data: { monitorId: id, status, responseMs, checkedAt } };
}

function statusMessages({ page }: PageSnapshot, shown: ShownStatuses): LiveMessage[] {
  return page.monitors
    .filter(({ id, status }) => shown.has(id) && shown.get(id) !== status)
    .map((monitor) => statusMessage(monitor));
}

/** An incident that moves into the list because another left is not news. */
function incidentMessages(before: PageSnapshot, after: PageSnapshot, code: string): LiveMessage[] {
  const known = new Map(localiseIncidents(before, code).map((incident) => [incident.id, incident]));
  return localiseIncidents(after, code).flatMap((data) => {
    const old = known.get(data.id);
    const isNews = Date.parse(data.updatedAt) > Date.parse(before.page.takenAt) - LATE_MS;
    if (!old) return isNews ? [{ event: "incident.created", data }] : [];
    return isSame(old, data) ? [] : [{ event: "incident.updated", data }];
  });
}

function windowMessages({ page: before }: PageSnapshot, { page: after }: PageSnapshot): LiveMessage[] {
  const [old, now] = [before, after].map(
    ({ maintenances }) => new Map(maintenances.map((window) => [window.id, window])),
  ) as [Map<number, unknown>, Map<number, unknown>];
  const ids = new Set([...old.keys(), ...now.keys()]);
  return [...ids]
    .filter((id) => !isSame(old.get(id), now.get(id)))
    .map((id) => ({ event: "maintenance.updated", data: { id } }));
}

function isOtherLook({ page: before }: PageSnapshot, { page: after }: PageSnapshot): boolean {
  const there = new Set(after.monitors.map(({ id }) => id));
  const left = publicLayout(pruneLayout(before.layout, (id) => there.has(id)));
  return !isSame(before.site, after.site) || !isSame(left, after.layout);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
