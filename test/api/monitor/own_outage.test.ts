import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
let answer: () => Response = () => new Response('{"a":1}');

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
});

/** The runtime recurses on numeric names. */
const nested = (levels: number) => `{"a":${'{"0":'.repeat(levels)}1${"}".repeat(levels)}}`;
const ANSWERS: Readonly<Record<string, () => Response>> = {
  "an object nested 5,000 deep": () => new Response(nested(5000)),
  "an object nested 100,000 deep": () => new Response(nested(100_000)),
  "a redirect to an invalid URL": () =>
    new Response(null, { status: 302, headers: { Location: "http://[" } }),
};

describe("a hostile response during an outage", () => {
  it.each(Object.entries(ANSWERS))("with %s does not hide the outage", async (_what, hostile) => {
    answer = () => new Response('{"a":1}');
    const assertions = [{ source: "json", path: "$.a", operator: "equals", value: 1 }];
    const config = { url: "https://site.example/", certExpiry: { enabled: false }, assertions };
    const { id } = (await admin.post<Monitor>(ROOT, { name: "Site", type: "https", retries: 1, config }))
      .body;
    const read = async () => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
    await eventually(async () => expect((await read()).confirmedStatus).toBe("up"));
    answer = hostile;
    await admin.post(`${ROOT}/${id}/check-now`);
    expect(await read()).toMatchObject({ currentStatus: "down", confirmedStatus: "down" });
    await admin.delete(`${ROOT}/${id}`);
  });
});
