import { beforeAll, describe, expect, it } from "vitest";
import { setUp, type Visitor } from "../client.ts";

const ADMIN = "/api/v1/admin";
const FUTURE = Date.now() + 3_600_000;
const URL = "https://hook.example/";
const WORDING = { title: "Down", body: "We look into it.", resolvedBody: "Up again.", impact: "minor" };

const OBJECTS: Readonly<Record<string, object>> = {
  monitors: { name: "Site", type: "webhook" },
  "notifications/channels": { name: "Hook", type: "webhook", config: { url: URL } },
  actions: { name: "Restart", config: { url: URL } },
  incidents: { title: "Outage", status: "investigating", impact: "minor", monitorIds: [] },
  "incident-templates": { name: "Short", ...WORDING },
  maintenance: { name: "Move", startsAt: FUTURE, endsAt: FUTURE + 1000, allMonitors: true, monitorIds: [] },
  locales: { code: "sv", name: "Svenska" },
  "api-tokens": { name: "Deploy", permissions: ["monitors:read"] },
  users: { email: "bob@example.com", role: "viewer" },
  pages: { key: "partners", name: "Partners" },
  agents: { key: "office", name: "Office" },
  schedules: { key: "primary", name: "Primary", layers: [] },
  vaults: { name: "Production", kind: "local", settings: {} },
};

const BY_KEY = ["pages", "agents", "schedules"];

interface Made {
  id?: number;
  key?: string;
  code?: string;
  user?: { id: number };
}

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

async function countRemovals(): Promise<number> {
  return (await admin.get<{ total: number }>(`${ADMIN}/audit?action=Delete`)).body.total;
}

describe("deleting the same object several times at once", () => {
  it.each(Object.entries(OBJECTS))("in %s deletes it once", async (collection, wanted) => {
    const made = await admin.post<Made>(`${ADMIN}/${collection}`, wanted);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id, key, code, user } = made.body;
    const name = BY_KEY.includes(collection) ? key : (id ?? code ?? user?.id);
    const path = `${ADMIN}/${collection}/${name}?confirm=Partners`;
    const before = await countRemovals();
    const replies = await Promise.all([1, 2, 3, 4].map(async () => (await admin.delete(path)).status));
    expect(replies.toSorted()).toEqual([204, 404, 404, 404]);
    expect(await countRemovals()).toBe(before + 1);
  });
});
