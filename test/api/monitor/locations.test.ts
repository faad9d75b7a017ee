import { beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { setUp, type Visitor } from "../client.ts";
import { apply, exportText, pathsOf, validate } from "../config/client.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

interface Refusal {
  error: string;
  problems?: { path: string }[];
}

const wanted = (name: string, body: object = {}) => ({
  name,
  type: "tcp",
  config: { host: "192.0.2.1", port: 9 },
  intervalSecs: 86_400,
  ...body,
});

async function add(name: string, body: object = {}): Promise<Monitor> {
  const { status, body: made } = await admin.post<Monitor>(ROOT, wanted(name, body));
  if (status !== 201) throw new Error(JSON.stringify(made));
  return made;
}

async function refusal(reply: Promise<{ status: number; body: unknown }>): Promise<[number, string[]]> {
  const { status, body } = await reply;
  return [status, ((body as Refusal).problems ?? []).map(({ path }) => path)];
}

describe("a monitor's regions", () => {
  it("are empty by default, and listed in the platform's order", async () => {
    const plain = await add("Plain");
    expect(plain).toMatchObject({ locations: [], confirmFrom: null, everyPlaceEvery: null });
    const places = { locations: ["me", "weur", "wnam", "me"], confirmFrom: 4, everyPlaceEvery: 30 };
    const far = await add("Far", places);
    expect(far).toMatchObject({ ...places, locations: ["wnam", "weur", "me"] });
    const clone = await admin.post<Monitor>(`${ROOT}/${far.id}/clone`, {});
    expect(clone.body).toMatchObject({ confirmFrom: 4, locations: ["wnam", "weur", "me"] });
  });

  it("are rejected in invalid combinations, with a message", async () => {
    const of = (body: object) => refusal(admin.post(ROOT, wanted("Wrong", body)));
    expect(await of({ locations: ["moon"] })).toEqual([400, ["locations[0]"]]);
    expect(await of({ locations: ["weur"], confirmFrom: 3 })).toEqual([400, ["confirmFrom"]]);
    expect(await of({ confirmFrom: 1 })).toEqual([400, ["confirmFrom"]]);
    expect(await of({ locations: ["weur"], everyPlaceEvery: 0 })).toEqual([400, ["everyPlaceEvery"]]);
    for (const type of ["webhook", "manual"]) {
      const reply = await admin.post<Refusal>(ROOT, { name: "Told", type, locations: ["weur"] });
      expect(reply.status).toBe(400);
      expect(reply.body.error).toBe(
        `Monitors of type ${type} aren't checked from here: leave out locations.`,
      );
    }
  });

  it("can be changed, and are cleared when they no longer apply", async () => {
    const { id } = await add("Changing", { locations: ["weur", "apac"], confirmFrom: 3, everyPlaceEvery: 5 });
    const patch = (body: object) => admin.patch<Monitor>(`${ROOT}/${id}`, body);
    expect(await refusal(patch({ locations: ["weur"] }))).toEqual([400, ["confirmFrom"]]);
    expect((await patch({ locations: ["weur"], confirmFrom: 2 })).body).toMatchObject({ everyPlaceEvery: 5 });
    const none = { locations: [], confirmFrom: null, everyPlaceEvery: null };
    expect((await patch({ locations: [] })).body).toMatchObject(none);
    await patch({ locations: ["me"], everyPlaceEvery: 1 });
    expect((await patch({ type: "manual", config: {} })).body).toMatchObject(none);
    const { body } = await admin.get<{ items: { details: { changes?: object } }[] }>(
      "/api/v1/admin/audit?entityType=monitor&entityName=Changing",
    );
    expect(JSON.stringify(body.items)).toContain('"locations":[["weur"],[]]');
  });

  it("export and import without changes, and are omitted if empty", async () => {
    const text = `kind: Monitor
key: round
name: Round
type: tcp
intervalSecs: 86400
config:
  host: 192.0.2.1
  port: 9
locations: [apac, weur]
confirmFrom: 2
everyPlaceEvery: 15
`;
    expect((await apply(admin, text)).status).toBe(200);
    const exported = async () => await exportText(admin, "?kind=Monitor&key=round");
    const first = await exported();
    expect(first).toContain("locations:\n  - weur\n  - apac\nconfirmFrom: 2\neveryPlaceEvery: 15\n");
    expect((await apply(admin, first)).body.summary).toEqual({ create: 0, update: 0, unchanged: 1 });
    const without = first.replace(/locations:[\s\S]*everyPlaceEvery: 15\n/, "");
    expect((await apply(admin, without)).body.summary.update).toBe(1);
    expect(await exported()).toBe(without);
    const wrong = await validate(admin, without.replace("tags: []", "tags: []\nconfirmFrom: 2"));
    expect(pathsOf(wrong)).toEqual(["Monitor[round].confirmFrom"]);
  });
});
