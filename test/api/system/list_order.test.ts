import { beforeAll, describe, expect, it } from "vitest";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { rowsReadDuring } from "../d1_reads.ts";
import { addDelivery, addFanout } from "../subscriber/told.ts";

const ADMIN = "/api/v1/admin";
const DAY = 86_400_000;
let admin: Visitor;

interface Listed {
  items: { id: number }[];
  total: number;
}

beforeAll(async () => {
  admin = await setUp();
});

const run = async (statement: string, ...values: unknown[]) =>
  (
    await bindings.DB.prepare(`${statement} RETURNING id`)
      .bind(...values)
      .first<{ id: number }>()
  )?.id ?? 0;
const ago = (days: number) => Date.now() - days * DAY;

let events = 0;
const addAlert = async (status: string, days: number) =>
  await run(
    `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status, due_at,
       max_attempts, message, created_at) VALUES (1, ?, 'Ops', 'email', 'Shop', 'alert', ?, 1, 3, '{}', ?)`,
    `sorted-${events++}`,
    status,
    ago(days),
  );
const addRun = async (status: string, days: number) =>
  await run(
    `INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, created_at)
     VALUES (1, 'Restart', '', 'manual', ?, ?, ?)`,
    status,
    Number.MAX_SAFE_INTEGER,
    ago(days),
  );
const addIncident = async (words: { status: string; impact: string; draft?: boolean }, days: number) =>
  await run(
    `INSERT INTO incidents (title, status, impact, draft, page_wide, notify_subscribers, locales, started_at, created_at, updated_at)
     VALUES ('Outage', ?, ?, ?, 1, 0, '{}', ?, 1, 1)`,
    words.status,
    words.impact,
    words.draft ? 1 : 0,
    ago(days),
  );
async function addPerson(status: string, failures: number): Promise<number> {
  const { id } = await addSubscriber({ status });
  await bindings.DB.prepare("UPDATE subscribers SET failures = ? WHERE id = ?").bind(failures, id).run();
  return id;
}
async function addTold(status: "pending" | "delivered" | "failed", days: number): Promise<number> {
  const fanoutId = await addFanout();
  await bindings.DB.prepare("UPDATE fanouts SET created_at = ? WHERE id = ?").bind(ago(days), fanoutId).run();
  return await addDelivery({ subscriberId: 1, status, fanoutId });
}

const LISTS = [
  {
    path: "/incidents",
    worst: [5, 1, 4, 2, 6, 3, 0],
    make: async () => [
      await addIncident({ status: "resolved", impact: "critical" }, 9),
      await addIncident({ status: "monitoring", impact: "critical" }, 8),
      await addIncident({ status: "identified", impact: "minor" }, 7),
      await addIncident({ status: "resolved", impact: "minor" }, 6),
      await addIncident({ status: "investigating", impact: "major" }, 5),
      await addIncident({ status: "investigating", impact: "critical" }, 4),
      await addIncident({ status: "investigating", impact: "critical", draft: true }, 3),
    ],
  },
  {
    path: "/notifications/deliveries",
    worst: [4, 2, 5, 1, 6, 3, 0],
    make: async () => [
      await addAlert("failed", 8),
      await addAlert("pending", 6.5),
      await addAlert("failed", 6),
      await addAlert("suppressed", 5),
      await addAlert("failed", 4),
      await addAlert("pending", 3),
      await addAlert("delivered", 2),
    ],
  },
  {
    path: "/actions/runs",
    worst: [4, 2, 5, 1, 6, 3, 0],
    make: async () => [
      await addRun("failed", 8),
      await addRun("running", 6.5),
      await addRun("failed", 6),
      await addRun("skipped", 5),
      await addRun("failed", 4),
      await addRun("waiting", 3),
      await addRun("succeeded", 2),
    ],
  },
  {
    path: "/subscribers",
    worst: [3, 0, 4, 1, 6, 5, 2],
    make: async () => [
      await addPerson("disabled", 5),
      await addPerson("active", 1),
      await addPerson("unsubscribed", 5),
      await addPerson("disabled", 0),
      await addPerson("active", 4),
      await addPerson("active", 0),
      await addPerson("pending", 0),
    ],
  },
  {
    path: "/subscribers/deliveries",
    worst: [4, 2, 5, 1, 6, 3, 0],
    make: async () => [
      await addTold("failed", 8),
      await addTold("pending", 6.5),
      await addTold("failed", 6),
      await addTold("delivered", 5),
      await addTold("failed", 4),
      await addTold("pending", 3),
      await addTold("delivered", 2),
    ],
  },
];

describe.each(LISTS)("the list at $path", ({ path, worst, make }) => {
  let made: number[] = [];
  const list = async (query: string) => (await admin.get<Listed>(`${ADMIN}${path}?${query}`)).body;
  const placesIn = async (query: string) =>
    (await list(query)).items.map(({ id }) => made.indexOf(id)).filter((place) => place >= 0);

  beforeAll(async () => {
    made = await make();
  });

  it("is newest first by default", async () => {
    const oldest = made.map((_, place) => place);
    expect(await placesIn("")).toEqual(oldest.toReversed());
    expect(await placesIn("sort=newest")).toEqual(oldest.toReversed());
    expect(await placesIn("sort=oldest")).toEqual(oldest);
  });

  it("lists the worst first across pages, each row once", async () => {
    expect(await placesIn("sort=worst")).toEqual(worst);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => placesIn(`sort=worst&limit=2&page=${page}`)));
    expect(pages.flat()).toEqual(worst);
    expect((await list("sort=worst&limit=2&page=2")).total).toBe(made.length);
  });

  it("rejects an unknown order, and names the known ones", async () => {
    const reply = await admin.get<{ error: string }>(`${ADMIN}${path}?sort=best`);
    expect([reply.status, reply.body.error]).toEqual([
      400,
      expect.stringContaining("newest, oldest or worst"),
    ]);
  });
});

describe("the order worst first", () => {
  it("respects the filters", async () => {
    const id = (LISTS[1] as (typeof LISTS)[number]).path;
    const { items, total } = (
      await admin.get<{ items: { status: string }[]; total: number }>(
        `${ADMIN}${id}?sort=worst&status=failed`,
      )
    ).body;
    expect([items.map(({ status }) => status), total]).toEqual([["failed", "failed", "failed"], 3]);
  });

  it("is read without scanning or sorting all other rows", async () => {
    await bindings.DB.prepare(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status, due_at,
        max_attempts, message, created_at)
      SELECT 2, 'many-' || i, 'Ops', 'email', 'Shop', 'alert', 'delivered', 1, 3, '{}', ? FROM n`)
      .bind(Date.now())
      .run();
    const read = async (sort: string) =>
      await rowsReadDuring(
        async () => await admin.get(`${ADMIN}/notifications/deliveries?limit=5&sort=${sort}`),
      );
    expect(await read("worst")).toBeLessThan((await read("newest")) + 100);
  });
});

describe("the audit log", () => {
  const idsOf = async (query: string) =>
    (await admin.get<Listed>(`${ADMIN}/audit?${query}`)).body.items.map(({ id }) => id);

  it("can be listed oldest first", async () => {
    await admin.post(`${ADMIN}/monitors`, { name: "Shop", type: "webhook" });
    const newest = await idsOf("");
    expect(newest.length).toBeGreaterThan(1);
    expect(await idsOf("sort=newest")).toEqual(newest);
    expect(await idsOf("sort=oldest")).toEqual(newest.toReversed());
    const reply = await admin.get<{ error: string }>(`${ADMIN}/audit?sort=worst`);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining("newest or oldest")]);
  });
});
