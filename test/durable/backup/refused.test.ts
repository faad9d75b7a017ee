import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Backup, RestoreState } from "../../../src/schema/backup.ts";
import type { BackupRecord } from "../../../src/schema/backup_file.ts";
import { ADMIN, addUser, bindings, setUp, type Visitor } from "../../api/client.ts";
import { readDatabase } from "./database.ts";
import { endOf, join, putFile, readKept, writeBackup } from "./kept.ts";

const ROOT = "/api/v1/admin/backups";
const SCHEMA = "0014_response_blocks.sql";
const NAME = "broken.uptide";
const currentPassword = ADMIN.password;
const WHOLE: BackupRecord = { kind: "whole", at: 1 };

let admin: Visitor;
let bytes: Uint8Array<ArrayBuffer>;
let untouched: string;

const database = async () => JSON.stringify(await readDatabase(bindings.DB));

beforeAll(async () => {
  admin = await setUp();
  // Nothing sends heartbeats here, so the interval must outlast the test.
  const monitor = { name: "Shop", type: "webhook", intervalSecs: 3600, config: {} };
  await admin.post("/api/v1/admin/monitors", monitor);
  const made = await admin.post<Backup>(ROOT, {});
  bytes = await readKept(bindings, made.body.name);
  untouched = await database();
});

const restore = (name = NAME, passphrase?: string) =>
  admin.post<RestoreState & { error: string }>(`${ROOT}/restore`, {
    name,
    ...(passphrase && { passphrase }),
    currentPassword,
  });

async function isRefused(status: number, sentence: RegExp | string): Promise<void> {
  const reply = await restore();
  expect([reply.status, reply.body.error]).toEqual([status, expect.stringMatching(sentence)]);
  expect(await database()).toBe(untouched);
}

function boundaries(): number[] {
  const view = new DataView(bytes.buffer);
  const found = [12 + view.getUint32(8)];
  for (let at = found[0]!; at < bytes.length; found.push(at)) at += 4 + view.getUint32(at);
  return found;
}

describe("a backup file that can't be restored", () => {
  it("is rejected when cut off before or after any part", async () => {
    const ends = boundaries();
    expect(ends.at(-1)).toBe(bytes.length);
    expect(ends.length).toBeGreaterThan(8);
    for (const end of [0, 3, 11, ...ends.slice(0, -1), bytes.length - 1]) {
      await putFile(bindings, NAME, bytes.slice(0, end));
      await isRefused(400, /damaged|an Uptide backup/);
    }
  });

  it("is rejected with any byte changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = bytes.slice();
        changed[at] = changed[at]! ^ change;
        await putFile(bindings, NAME, changed);
        const reply = await restore();
        expect([400, 409]).toContain(reply.status);
      }),
      { numRuns: 60 },
    );
    expect(await database()).toBe(untouched);
  });

  it("is rejected with a part moved, repeated or missing, or with trailing data", async () => {
    const ends = boundaries();
    const parts = ends.slice(0, -1).map((from, i) => bytes.slice(from, ends[i + 1]));
    const head = bytes.slice(0, ends[0]);
    const [first, second, ...rest] = parts;
    for (const wrong of [
      [first!, ...rest],
      [second!, first!, ...rest],
      [first!, second!, second!, ...rest],
      [...parts, parts.at(-1)!],
      [...parts, new Uint8Array([0])],
      parts.slice(0, -1),
    ]) {
      await putFile(bindings, NAME, join([head, ...wrong]));
      await isRefused(400, /damaged/);
    }
  });

  it("is rejected when its parts are intact but inconsistent", async () => {
    const rows = (more: object): BackupRecord =>
      ({
        kind: "rows",
        table: "settings",
        columns: ["name", "value", "updated_at"],
        blobs: [],
        ...more,
      }) as unknown as BackupRecord;
    const one = rows({ rows: [["a", "1", 1]] });
    const cases: [BackupRecord[], RegExp][] = [
      [[one, WHOLE, one, endOf([one])], /part is missing/],
      [[one, endOf([one])], /part is missing/],
      [[WHOLE, WHOLE, endOf([])], /appears twice/],
      [[WHOLE, endOf([]), one], /end is misplaced/],
      [[WHOLE, rows({ rows: [["a", "1"]] }), endOf([])], /have the wrong columns/],
      [[WHOLE, rows({ table: "sqlite_master", rows: [["a", "1", 1]] }), endOf([])], /no table sqlite_master/],
      [
        [WHOLE, rows({ columns: ["name", "value", "x"], rows: [["a", "1", 1]] }), endOf([one])],
        /no column x/,
      ],
      [[WHOLE, rows({ rows: [["a", null, 1]] }), endOf([one])], /contradict/],
      [
        [
          WHOLE,
          { kind: "file", name: "../page/snapshot.json", body: "AAAA" },
          { kind: "end", rows: {}, files: 1, sequences: {} },
        ],
        /doesn't match/,
      ],
    ];
    for (const [records, sentence] of cases) {
      await writeBackup(bindings, NAME, { schema: SCHEMA, records });
      const reply = await restore();
      expect([reply.status >= 400, reply.body.error]).toEqual([true, expect.stringMatching(sentence)]);
      expect(await database()).toBe(untouched);
    }
  });

  it("is rejected when its schema or its format is newer", async () => {
    await writeBackup(bindings, NAME, { schema: "9999_later.sql", records: [WHOLE, endOf([])] });
    await isRefused(409, /newer than this version \(its database has 9999_later\.sql\)/);
    const later = bytes.slice();
    later[7] = 2;
    await putFile(bindings, NAME, later);
    await isRefused(409, /newer version of Uptide/);
  });
});

describe("a restore", () => {
  it("reports a wrong or missing passphrase at its field", async () => {
    const { body } = await admin.post<Backup>(ROOT, { passphrase: "open sesame", currentPassword });
    for (const [passphrase, sentence] of [
      ["open barley", /passphrase is wrong/],
      [undefined, /enter it/],
    ] as const) {
      const reply = await admin.post(`${ROOT}/restore`, { name: body.name, passphrase, currentPassword });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { problems: [{ path: "passphrase", message: expect.stringMatching(sentence) }] },
      ]);
    }
    expect(await database()).toBe(untouched);
    await admin.delete(`${ROOT}/${body.name}`);
  });

  it("accepts no files other than backups", async () => {
    for (const name of ["none.uptide", "../page/snapshot.json", "..%2Fuploads", ""])
      expect((await restore(name)).status).toBe(404);
    expect((await admin.post(`${ROOT}/restore`, {})).status).toBe(400);
    expect((await admin.get(`${ROOT}/..%2F..%2Fpage%2Fsnapshot.json/download`)).status).toBe(404);
  });

  it("is limited to administrators, checked before the body is read", async () => {
    const { visitor } = await addUser("operator");
    const form = { "Content-Type": "multipart/form-data; boundary=b" };
    expect((await visitor.post(`${ROOT}/restore`, "not a form", { headers: form })).status).toBe(403);
    expect((await admin.post(`${ROOT}/restore`, "not a form", { headers: form })).status).toBe(400);
    expect(
      (await admin.post(`${ROOT}/restore`, "a", { headers: { "Content-Type": "text/plain" } })).status,
    ).toBe(415);
  });

  it("accepts an uploaded file with its passphrase, and keeps none that it rejects", async () => {
    const { body } = await admin.post<Backup>(ROOT, { passphrase: "open sesame", currentPassword });
    const file = new File([await readKept(bindings, body.name)], "b.uptide");
    await admin.delete(`${ROOT}/${body.name}`);
    const send = async (fields: [string, File | string][]) => {
      const form = new FormData();
      form.set("currentPassword", currentPassword);
      for (const [name, value] of fields) form.append(name, value);
      const request = new Response(form);
      const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
      return await admin.post<{ error: string }>(`${ROOT}/restore`, request.body, { headers });
    };
    const known = async () =>
      (await admin.get<Backup[]>(ROOT)).body.filter(({ origin }) => origin === "uploaded");
    expect(
      (
        await send([
          ["file", file],
          ["passphrase", "open barley"],
        ])
      ).status,
    ).toBe(400);
    expect((await send([["passphrase", "open sesame"]])).body.error).toMatch(/field `file`/);
    expect((await send([["file", new File(["no backup"], "b")]])).body.error).toMatch(
      /isn't an Uptide backup/,
    );
    expect((await send([["file", new File([], "b")]])).status).toBe(400);
    expect(await known()).toEqual([]);
    const fields: [string, File | string][] = [
      ["passphrase", "open sesame"],
      ["file", file],
    ];
    expect(await send(fields)).toMatchObject({ status: 200, body: { state: "done" } });
  });
});
