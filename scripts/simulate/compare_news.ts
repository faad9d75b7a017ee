import { decideNotified, type NewsPage, type PublishedNews, type Reader } from "./model_news.ts";
import { addressOf } from "./newsroom.ts";
import { lateMs, queryMs } from "./outage_facts.ts";
import type { Follower, NewsType } from "./scenario_news.ts";
import { MAIN_PAGE } from "./scenario_pages.ts";
import type { Receipt } from "./targets.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const ROUND_OF_RETRIES_MS = 40 * MINUTE_MS;
const MOST_ATTEMPTS = 4;
const SUBSCRIBERS_A_FANOUT = 1e9;

interface Notified {
  status: string;
  attempts: number;
  receipts: readonly Receipt[];
}

export function compareNews(world: World): string[] {
  const { followers } = world.scenario.news;
  const pages = newsPagesOf(world);
  const found: string[] = [...findLeaks(world), ...compareNotices(world)];
  const news = readNews(world);
  const notified = readNotified(world);
  found.push(...findUnknown(world, news));
  const late = ROUND_OF_RETRIES_MS + lateMs(world);
  for (const follower of followers) {
    const { id, reader } = readReader(world, follower);
    const page = pages.get(follower.page);
    for (const one of news) {
      const wanted =
        id === null || !page
          ? "never"
          : decideNotified(one, reader, { page, lateMs: late, queryMs: queryMs(world) });
      found.push(
        ...compareNotified(notified.get(`${one.id} ${id}`), { wanted, name: `${follower.key}: ${one.id}` }),
      );
    }
  }
  return found;
}

function compareNotified(
  notified: Notified | undefined,
  { wanted, name }: { wanted: string; name: string },
): string[] {
  const { status = "absent", attempts = 0, receipts = [] } = notified ?? {};
  if (wanted === "never")
    return receipts.length > 0 || notified ? [`${name} is ${status} and must not be`] : [];
  const found: string[] = [];
  if (status === "pending") found.push(`${name} is still pending`);
  if (wanted === "must" && !["delivered", "failed"].includes(status)) found.push(`${name} is ${status}`);
  if (status === "delivered" && receipts.length === 0)
    found.push(`${name} is delivered, and nobody received it`);
  if (status === "failed" && attempts < MOST_ATTEMPTS)
    found.push(`${name} failed after ${attempts} attempts`);
  if (status !== "delivered" && receipts.some((one) => !one.mayRepeat()))
    found.push(`${name} is ${status}, and was received`);
  if (receipts.slice(0, -1).some((one) => !one.mayRepeat()))
    found.push(`${name} was received ${receipts.length} times`);
  return found;
}

export function newsPagesOf({ scenario }: World): Map<string, NewsPage> {
  return new Map(
    scenario.news.pages.map(({ key, placed }) => [key, { key, placed, isMain: key === MAIN_PAGE }]),
  );
}

export function readNews(world: World): PublishedNews[] {
  const { maintenance, news: planned } = world.scenario;
  const { stories, notices } = planned;
  const rows = world.database.read(`
    SELECT id, title, draft, notify_subscribers AS notifies, published_at AS at FROM incidents`);
  const news: PublishedNews[] = [];
  for (const { id, title, draft, notifies, at } of rows) {
    const { monitors, pages } = stories.find((one) => one.title === title) ?? { monitors: [], pages: [] };
    const common = { monitors, pages, notifies: notifies === 1, withdrawnAt: Infinity };
    if (draft === 1) continue;
    news.push({ ...common, id: `incident-${id}-created`, type: "incident.created", at: Number(at) });
    // Updates of a draft go out with it and get its time.
    const updates = world.database.read(`
      SELECT id, status, posted_at AS at FROM incident_updates
      WHERE incident_id = ${id} AND publish_at IS NULL AND posted_at > ${at}`);
    for (const update of updates) {
      const type = update["status"] === "resolved" ? "incident.resolved" : "incident.updated";
      news.push({ ...common, id: `incident-${id}-update-${update["id"]}`, type, at: Number(update["at"]) });
    }
  }
  const audit = world.database.read(`
    SELECT a.at, a.entity_id AS id, a.entity_name AS name, (
      SELECT min(at) FROM audit AS b
      WHERE b.entity_type = a.entity_type AND b.entity_id = a.entity_id AND b.action = 'Delete') AS cancelledAt
    FROM audit AS a WHERE a.entity_type = 'maintenance' AND a.action = 'Create'`);
  for (const { at, id, name, cancelledAt } of audit) {
    const notice = notices.find((one) => one.name === name);
    const window = maintenance.find((one) => one.name === name);
    const { notifies, ...about } = notice ?? {
      monitors: window?.monitors ?? [],
      pages: [],
      notifies: window ? window.everyDays === null : true,
    };
    const { monitors, pages } = about;
    const type: NewsType = "maintenance.scheduled";
    const withdrawnAt = cancelledAt === null ? Infinity : Number(cancelledAt);
    news.push({
      id: `maintenance-${id}-scheduled`,
      type,
      at: Number(at),
      monitors,
      pages,
      notifies,
      withdrawnAt,
    });
  }
  return news;
}

function readNotified(world: World): Map<string, Notified> {
  const eventOf = new Map(
    world.database
      .read("SELECT id, event_id AS eventId FROM fanouts")
      .map(({ id, eventId }) => [id, eventId]),
  );
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => keyOf(id, eventOf));
  const rows = world.database.read(
    "SELECT id, status, attempt_count AS attempts FROM subscriber_deliveries ORDER BY id",
  );
  return new Map(
    rows.map(({ id, status, attempts }) => {
      const key = keyOf(`delivery-${id}`, eventOf);
      return [key, { status: String(status), attempts: Number(attempts), receipts: receipts.get(key) ?? [] }];
    }),
  );
}

/** Webhooks have the delivery's id; emails have the event's and subscriber's, shortened for the first of a thread. */
function keyOf(messageId: string, eventOf: ReadonlyMap<unknown, unknown>): string {
  const [, delivery] = /^delivery-(\d+)$/.exec(messageId) ?? [];
  if (delivery !== undefined) {
    const fanout = Math.floor(Number(delivery) / SUBSCRIBERS_A_FANOUT);
    return `${eventOf.get(fanout)} ${Number(delivery) % SUBSCRIBERS_A_FANOUT}`;
  }
  const [, event = "", subscriber = ""] = /^(.*)\.(\d+)$/.exec(messageId) ?? [];
  if (/^incident-\d+$/.test(event)) return `${event}-created ${subscriber}`;
  return /^maintenance-\d+$/.test(event) ? `${event}-scheduled ${subscriber}` : `${event} ${subscriber}`;
}

function readReader(world: World, follower: Follower): { id: number | null; reader: Reader } {
  const destination = follower.type === "email" ? addressOf(follower) : `https://${follower.key}.test/hook`;
  const [row] = world.database.read(`
    SELECT id, confirmed_at AS confirmedAt, status = 'disabled' OR EXISTS (
      SELECT 1 FROM subscriber_notices WHERE subscriber_id = subscribers.id AND kind = 'paused') AS wasPaused
    FROM subscribers WHERE destination = '${destination}'`);
  const { events, monitors } = follower;
  const { leaving = null } = world.subscriptions.get(follower.key) ?? {};
  return {
    id: row ? Number(row["id"]) : null,
    reader: {
      events,
      monitors,
      leaving,
      confirmedAt: row?.["confirmedAt"] ? Number(row["confirmedAt"]) : null,
      wasPaused: row?.["wasPaused"] === 1,
    },
  };
}

/** A cancellation goes to those notified of its window; everything else must be known. */
function findUnknown(world: World, news: readonly PublishedNews[]): string[] {
  const known = new Set(news.map(({ id }) => id));
  const rows = world.database.read("SELECT event_id AS id, count(*) AS n FROM fanouts GROUP BY event_id");
  const counts = new Map(rows.map(({ id, n }) => [String(id), Number(n)]));
  const isCancellation = (id: string) => /^maintenance-\d+-cancelled-/.test(id);
  return [
    ...[...counts].flatMap(([id, n]) =>
      n > 1 || !(known.has(id) || isCancellation(id)) ? [`${id} is announced ${n} times`] : [],
    ),
    ...news
      .filter(({ id, notifies, at, withdrawnAt }) => {
        // Nobody was notified before the cancellation, so nobody is notified of it.
        const hadTime = withdrawnAt - at > lateMs(world);
        return notifies && hadTime && !counts.has(id);
      })
      .map(({ id }) => `${id} was never announced`),
  ];
}

function compareNotices(world: World): string[] {
  const found: string[] = [];
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => id);
  const rows = world.database.read(
    "SELECT id, kind, status, subscriber_id AS owner FROM subscriber_notices ORDER BY id",
  );
  for (const { id, kind, status } of rows) {
    const own = receipts.get(`notice-${id}`) ?? [];
    const name = `notice ${id} (${kind})`;
    if (status === "pending") found.push(`${name} is still pending`);
    if (status === "delivered" && own.length === 0)
      found.push(`${name} is delivered, and nobody received it`);
    if (own.slice(0, -1).some((one) => !one.mayRepeat()))
      found.push(`${name} was received ${own.length} times`);
  }
  for (const follower of world.scenario.news.followers) {
    const { id, reader } = readReader(world, follower);
    if (reader.confirmedAt === null) continue;
    const welcomes = rows.filter(({ kind, owner }) => kind === "welcome" && owner === id);
    if (welcomes.length !== 1) found.push(`${follower.key} was welcomed ${welcomes.length} times`);
  }
  return found;
}

function findLeaks({ scenario, receivers }: World): string[] {
  const { followers, pages } = scenario.news;
  const pageOf = new Map(
    followers.flatMap((one) => [addressOf(one), `${one.key}.test`].map((host) => [host, one.page] as const)),
  );
  return receivers.receipts.flatMap(({ host, id, text }) => {
    const page = pages.find(({ key }) => key === pageOf.get(host));
    if (!page) return [];
    const hidden = scenario.monitors.filter(({ key }) => !page.placed.includes(key));
    const leaked = hidden.find(({ key }) => new RegExp(`\\bMonitor ${key}\\b`).test(text));
    const other = pages.find(({ key }) => key !== page.key && text.includes(`/p/${key}/`));
    return [
      ...(leaked ? [`${host}: ${id} names ${leaked.key}, which is not on the page`] : []),
      ...(other ? [`${host}: ${id} links to page ${other.key} instead of ${page.key}`] : []),
    ];
  });
}
