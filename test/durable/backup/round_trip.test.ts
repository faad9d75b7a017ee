import { beforeAll, describe, expect, it } from "vitest";
import type { Backup, RestoreState } from "../../../src/schema/backup.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { readDatabase } from "./database.ts";

const ROOT = "/api/v1/admin/backups";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await place(admin, [await addBeating(admin, "Shop")]);
});

const make = async (body: object = {}) => await admin.post<Backup>(ROOT, body);

describe("a backup", () => {
  it("is there when it was made, and says what it is", async () => {
    const made = await make();
    expect([made.status, made.body]).toMatchObject([
      201,
      { state: "done", encryptedWith: "secret_key", origin: "manual", error: null, progress: 1 },
    ]);
    const list = await admin.get<Backup[]>(ROOT);
    expect(list.body).toEqual([made.body]);
  });

  it("brings back all that was there", async () => {
    const before = await readDatabase(bindings.DB);
    const { body } = await make({ passphrase: "open sesame" });
    await admin.post("/api/v1/admin/monitors", { name: "Later", type: "webhook", config: {}, intervalSecs: 60 });
    await admin.put("/api/v1/admin/branding", { siteName: "Other" });
    const restored = await admin.post<RestoreState>(`${ROOT}/restore`, { name: body.name, passphrase: "open sesame" });
    expect([restored.status, restored.body]).toMatchObject([200, { state: "done" }]);
    expect((await admin.get(ROOT)).status).toBe(401);
    admin = await signIn(ADMIN.email, ADMIN.password);
    const after = await readDatabase(bindings.DB);
    expect(after.schema).toEqual(before.schema);
    expect(after.rows).toEqual(before.rows);
  });
});
