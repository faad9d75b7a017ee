import { beforeAll, describe, expect, it } from "vitest";
import type { LayoutTree } from "../../../src/schema/layout.ts";
import { type PublicPage, publicPage } from "../../../src/schema/public_page.ts";
import { eventually } from "../../eventually.ts";
import { addToken, addUser, setUp, type Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const ROOT = "/api/v1/admin/layout";
const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;

interface Refusal {
  error: string;
  problems: { path: string; message: string }[];
}

beforeAll(async () => {
  admin = await setUp();
});

async function addMonitor(name: string, type = "webhook"): Promise<number> {
  const config = type === "https" ? { url: "http://127.0.0.1:1/" } : {};
  const made = await admin.post<{ id: number }>(MONITORS, { name, type, config });
  await admin.post(`${MONITORS}/${made.body.id}/pause`);
  return made.body.id;
}

const tree = (children: unknown[]) => ({ tree: { id: "root", type: "page", children } });
const paths = (reply: { body: Refusal }) => reply.body.problems.map(({ path }) => path);

describe("the layout", () => {
  it("is empty by default", async () => {
    const { status, body } = await admin.get(ROOT);
    expect([status, body]).toEqual([200, { tree: { id: "root", type: "page", children: [] }, version: 1 }]);
  });

  it("is returned as saved, with all defaults", async () => {
    const web = await addMonitor("web", "https");
    const saved = await admin.put<{ tree: LayoutTree }>(
      ROOT,
      tree([
        { id: "a", type: "monitor", monitorId: web, grid: { x: 0, y: 0, w: 1, h: 2 } },
        { id: "b", type: "chart", monitorId: web, grid: { x: 1, y: 0, w: 2, h: 5 } },
        { id: "g", type: "group", label: "Shop", children: [{ id: "t", type: "text", markdown: "# Hi" }] },
        { id: "i", type: "incidents" },
      ]),
    );
    expect(saved.status).toBe(200);
    expect(saved.body.tree.children).toEqual([
      {
        id: "a",
        type: "monitor",
        monitorId: web,
        grid: { x: 0, y: 0, w: 1, h: 2 },
        cardVariant: "default",
        showUptimeBar: true,
        uptimeBarPosition: "right",
        showUptimePct: true,
        showMonitorType: false,
        showResponseTime: false,
      },
      {
        id: "b",
        type: "chart",
        monitorId: web,
        grid: { x: 1, y: 0, w: 2, h: 5 },
        title: "",
        hours: 24,
        buckets: 30,
        aggregation: "avg",
        chartH: 5,
        showArea: true,
        showUptimePct: true,
        showMonitorType: true,
      },
      {
        id: "g",
        type: "group",
        label: "Shop",
        collapsible: true,
        grid: { x: 0, y: 5, w: 3, h: 4 },
        children: [{ id: "t", type: "text", name: "", markdown: "# Hi" }],
      },
      { id: "i", type: "incidents", limit: 5, filter: "all", grid: { x: 0, y: 9, w: 3, h: 4 } },
    ]);
    expect((await admin.get(ROOT)).body).toEqual(saved.body);
  });

  it("moves a block down if it would overlap another", async () => {
    const grid = { x: 0, y: 0, w: 2, h: 2 };
    const saved = await admin.put<{ tree: LayoutTree }>(
      ROOT,
      tree([
        { id: "a", type: "divider", grid },
        { id: "b", type: "divider", grid: { ...grid, x: 1 } },
        { id: "c", type: "divider", grid: { ...grid, x: 2, w: 1 } },
      ]),
    );
    expect(saved.body.tree.children.map((node) => node.grid?.y)).toEqual([0, 2, 0]);
  });

  it("is rejected with the path of each error", async () => {
    const beat = await addMonitor("beat");
    const web = await addMonitor("web again", "https");
    const text = { id: "t", type: "text" };
    const refused = await admin.put<Refusal>(
      ROOT,
      tree([
        { id: "a", type: "monitor", monitorId: web },
        { id: "a", type: "divider" },
        {
          id: "g",
          type: "group",
          label: "G",
          children: [
            { ...text, id: "root" },
            { id: "m", type: "monitor", monitorId: 999_999 },
          ],
        },
        { id: "c", type: "chart", monitorId: beat },
        { id: "w", type: "divider", grid: { x: 2, y: 0, w: 2, h: 1 } },
      ]),
    );
    expect(refused.status).toBe(400);
    expect(paths(refused)).toEqual([
      "children[1].id",
      "children[2].children[0].id",
      "children[2].children[1].monitorId",
      "children[3].monitorId",
      "children[4].grid.w",
    ]);
    const group = { id: "g", type: "group", label: "G", children: [{ id: "h", type: "group", label: "H" }] };
    const misplaced = await admin.put<Refusal>(ROOT, tree([group, { id: "v", type: "video" }]));
    expect(misplaced.body.problems).toEqual([
      { path: "children[0].children[0].type", message: "Use monitor or text." },
      { path: "children[1].type", message: "Use group, monitor, chart, text, divider or incidents." },
    ]);
    const chart = { id: "c", type: "chart", monitorId: web, hours: 5 };
    expect(paths(await admin.put<Refusal>(ROOT, tree([chart])))).toEqual(["children[0].hours"]);
    expect(paths(await admin.put<Refusal>(ROOT, tree([{ id: "i", type: "incidents", limit: 21 }])))).toEqual([
      "children[0].limit",
    ]);
    expect(paths(await admin.put<Refusal>(ROOT, tree([{ ...text, id: "a b" }])))).toEqual(["children[0].id"]);
  });

  it("is rejected without a tree", async () => {
    for (const body of [{}, { tree: null }, { tree: [] }, { layout: {} }]) {
      const refused = await admin.put<Refusal>(ROOT, body);
      expect([body, refused.status, refused.body.problems?.length]).toEqual([body, 400, 1]);
    }
  });

  it("omits the blocks of a deleted monitor", async () => {
    const [stays, goes] = [await addMonitor("stays"), await addMonitor("goes")];
    const block = (id: string, monitorId: number) => ({ id, type: "monitor", monitorId });
    await admin.put(
      ROOT,
      tree([
        block("a", goes),
        { id: "g", type: "group", label: "G", children: [block("b", stays), block("c", goes)] },
      ]),
    );
    await admin.delete(`${MONITORS}/${goes}`);
    const ids = async () => JSON.stringify((await admin.get(ROOT)).body).match(/"id":"\w+"/g);
    expect(await ids()).toEqual(['"id":"root"', '"id":"g"', '"id":"b"']);
    expect(await ids()).toEqual(['"id":"root"', '"id":"g"', '"id":"b"']);
  });

  it("has a card in place of a chart once the monitor's type has no response times", async () => {
    const web = await addMonitor("charted", "https");
    const grid = { x: 1, y: 0, w: 2, h: 5 };
    const chart = { id: "a", type: "chart", monitorId: web, grid, showMonitorType: false };
    expect((await admin.put(ROOT, tree([chart]))).status).toBe(200);
    await admin.patch(`${MONITORS}/${web}`, { type: "webhook", config: {} });
    const card = {
      id: "a",
      type: "monitor",
      monitorId: web,
      grid: { ...grid, h: 2 },
      showMonitorType: false,
    };
    const { body } = await admin.get<{ tree: LayoutTree }>(ROOT);
    expect(body.tree.children).toMatchObject([card]);
    const shown = async () => (await admin.get<PublicPage>("/api/v1/public/page")).body;
    await eventually(async () =>
      expect(await shown()).toMatchObject({ layout: { children: [card] }, charts: {} }),
    );
    expect((await admin.put(ROOT, { tree: body.tree })).status).toBe(200);
    await admin.delete(`${MONITORS}/${web}`);
  });

  it("can be read while another user publishes it", async () => {
    const block = (id: string, monitorId: number) => ({ id, type: "monitor", monitorId });
    for (let round = 0; round < 6; round++) {
      const goes = await addMonitor("goes");
      await admin.put(ROOT, tree([block("old", goes), { id: "kept", type: "divider" }]));
      await admin.delete(`${MONITORS}/${goes}`);
      const next = tree([{ id: `new${round}`, type: "divider" }]);
      const reads = [1, 2, 3].map(() => admin.get(ROOT));
      await Promise.all([...reads, admin.put(ROOT, next), admin.get(ROOT)]);
      expect(JSON.stringify((await admin.get(ROOT)).body)).toContain(`"new${round}"`);
    }
  });

  it.each([
    ["a chart's title", { type: "chart", monitorId: 1, title: "Two\nlines" }],
    ["a text's name", { type: "text", name: "Bell\u0007" }],
  ])("rejects control characters in %s", async (_name, node) => {
    const tree = { id: "root", type: "page", children: [{ id: "one", ...node }] };
    const reply = await admin.put<{ problems: { message: string }[] }>(ROOT, { tree });
    expect([reply.status, reply.body.problems[0]?.message]).toEqual([
      400,
      "Leave out line breaks and control characters.",
    ]);
  });

  it("rejects a block below the last row, so a saved layout can always be saved again", async () => {
    const grid = { x: 0, y: 0, w: 3, h: 1000 };
    const many = Array.from({ length: 12 }, (_, i) => ({ id: `d${i}`, type: "divider", grid }));
    const refused = await admin.put<Refusal>(ROOT, tree(many));
    expect([refused.status, paths(refused)]).toEqual([400, ["children[11].grid.y"]]);
    expect((await admin.put(ROOT, tree(many.slice(0, 11)))).status).toBe(200);
  });

  it("lists available monitors by name", async () => {
    const { body } = await admin.get<{ id: number; name: string; type: string }[]>(`${ROOT}/monitors`);
    expect(body.map(({ name }) => name)).toEqual(["beat", "stays", "web", "web again"]);
    const fields = ["id", "name", "publicName", "publicDescription", "type", "typeLabel", "hasResponseTime"];
    expect(Object.keys(body[0]!)).toEqual(fields);
  });

  it("can be changed with the branding role, and is audited", async () => {
    const { visitor } = await addUser("branding");
    expect((await visitor.put(ROOT, tree([{ id: "d", type: "divider" }]))).status).toBe(200);
    const token = await addToken(admin, ["appearance:write"]);
    expect((await token.get(ROOT)).status).toBe(200);
    const audit = await admin.get<{ items: { action: string; details: object }[] }>(
      "/api/v1/admin/audit?entityType=layout&limit=1",
    );
    expect(audit.body.items[0]).toMatchObject({ action: "Update", details: { blocks: 1, monitors: 0 } });
  });
});

describe("a layout preview", () => {
  it("returns the page as visitors would see it, and saves nothing", async () => {
    const [up, down] = [await addBeating(admin, "Placed"), await addBeating(admin, "Not placed", "down")];
    const charted = await addMonitor("With a chart", "https");
    await place(admin, [up]);
    const { body: before } = await admin.get<PublicPage>("/api/v1/public/page");
    expect(before).toMatchObject({ overall: { status: "operational" }, monitors: [{ name: "Placed" }] });
    await admin.post("/api/v1/admin/incidents", {
      title: "Of what is not placed",
      status: "investigating",
      impact: "minor",
      monitorIds: [down.id],
    });
    const wanted = tree([
      { id: "a", type: "monitor", monitorId: up.id },
      { id: "b", type: "monitor", monitorId: down.id },
      { id: "d", type: "chart", monitorId: charted, hours: 48 },
      { id: "c", type: "monitor", monitorId: 987_654 },
    ]);
    const { status, body } = await admin.post<PublicPage>(`${ROOT}/preview`, wanted);
    expect(status).toBe(200);
    expect(publicPage.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      overall: { status: "partial_outage", incidents: 1 },
      monitors: [
        { name: "Placed", status: "up", responseMs: 25 },
        { name: "Not placed", status: "down" },
        { name: "With a chart" },
      ],
      incidents: [{ title: "Of what is not placed" }],
      charts: { d: { buckets: expect.any(Array) } },
    });
    expect(body.layout.children.map(({ id }) => id)).toEqual(["a", "b", "d"]);
    const days = body.monitors.map(({ uptime }) => uptime.days.at(-1)?.status);
    expect(days).toEqual(["operational", "down", "none"]);
    const { body: after } = await admin.get<PublicPage>("/api/v1/public/page");
    expect(after.monitors.map(({ name }) => name)).toEqual(["Placed"]);
  });

  it("requires permission to change the layout", async () => {
    const { visitor: branding } = await addUser("branding");
    expect((await branding.post(`${ROOT}/preview`, tree([]))).status).toBe(200);
    const reader = await addToken(admin, ["monitors:write"]);
    expect((await reader.post(`${ROOT}/preview`, tree([]))).status).toBe(403);
    expect((await admin.post(`${ROOT}/preview`, tree([{ id: "a", type: "no" }]))).status).toBe(400);
  });
});
