import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/static-mirror";
const ACCESS = "/api/v1/admin/status-page-access";
const MASK = "••••••••";
const SECRET = "Hush-hush";
const KEPT = { bucket: "copy", endpoint: "https://store.example", accessKeyId: "AKEXAMPLE" };
const SETTINGS = { ...KEPT, provider: "minio", region: "eu-1", secretAccessKey: SECRET };

let admin: Visitor;
const asked: Request[] = [];
let answer: (request: Request) => Response | undefined = () => undefined;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    return answer(request) ?? new Response();
  });
});

beforeEach(async () => {
  answer = () => undefined;
  await admin.put(ROOT, { enabled: false, ...SETTINGS });
  asked.length = 0;
});

const read = async () => (await admin.get<MirrorResponse>(ROOT)).body;
const check = async (form: object) =>
  await admin.post<{ ok: boolean; error?: string }>(`${ROOT}/check`, form);
const problemsOf = ({ body }: { body: unknown }) =>
  (body as { problems?: { path: string }[] }).problems?.map(({ path }) => path);

describe("the static copy settings", () => {
  it("are returned with a masked secret, a version, the status and no pushes at first", async () => {
    expect(await read()).toEqual({
      ...SETTINGS,
      enabled: false,
      intervalSecs: 300,
      banner: true,
      secretAccessKey: MASK,
      version: expect.any(Number),
      status: { state: "off", lastSuccessAt: null, lastError: null, filesLeft: 0 },
      pushes: [],
    });
    const row = await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'static_mirror'").first();
    expect(JSON.stringify(row)).not.toContain(SECRET);
  });

  it("keep omitted fields, and delete the secret when it is sent empty", async () => {
    await admin.put(ROOT, { intervalSecs: 60, secretAccessKey: MASK });
    expect(await read()).toMatchObject({ ...KEPT, intervalSecs: 60, secretAccessKey: MASK });
    await admin.put(ROOT, { secretAccessKey: "" });
    expect((await read()).secretAccessKey).toBe("");
    const masked = await admin.put(ROOT, { secretAccessKey: MASK });
    expect([masked.status, problemsOf(masked)]).toEqual([400, ["secretAccessKey"]]);
  });

  it.each([
    { endpoint: "https://other.example" },
    { bucket: "other" },
    { accessKeyId: "AKOTHER" },
    { provider: "other" },
  ])("don't reuse the stored secret with %j, saved or checked, until it is entered again", async (change) => {
    for (const kept of [{}, { secretAccessKey: MASK }]) {
      const saved = await admin.put(ROOT, { ...change, ...kept });
      expect([saved.status, problemsOf(saved)]).toEqual([400, ["secretAccessKey"]]);
      const tried = await check({ ...change, ...kept });
      expect([tried.status, problemsOf(tried)]).toEqual([400, ["secretAccessKey"]]);
    }
    expect(asked).toEqual([]);
    expect((await admin.put(ROOT, { ...change, secretAccessKey: "another" })).status).toBe(200);
  });

  it("reject a partial mask and invalid values in every field", async () => {
    const refused: [object, string][] = [
      [{ secretAccessKey: "••••abc" }, "secretAccessKey"],
      [{ secretAccessKey: 1 }, "secretAccessKey"],
      [{ intervalSecs: 59 }, "intervalSecs"],
      [{ intervalSecs: 60.5 }, "intervalSecs"],
      [{ bucket: "a/b" }, "bucket"],
      [{ region: "x.evil.example/" }, "region"],
      [{ endpoint: "store.example" }, "endpoint"],
      [{ endpoint: "https://me:secret@store.example" }, "endpoint"],
      [{ endpoint: "https://store.example?x=1" }, "endpoint"],
      [{ provider: "ftp" }, "provider"],
      [{ accessKeyId: "a b" }, "accessKeyId"],
    ];
    for (const [change, path] of refused) {
      const reply = await admin.put(ROOT, change);
      expect([change, reply.status, problemsOf(reply)]).toEqual([change, 400, [path]]);
    }
  });

  it("accept endpoints in private networks and without TLS", async () => {
    const endpoint = "http://10.0.0.5:9000";
    expect((await admin.put(ROOT, { ...SETTINGS, endpoint })).status).toBe(200);
    expect((await check({})).body).toEqual({ ok: true });
    expect(asked[0]?.url).toBe(`${endpoint}/copy/.bsp-access-check`);
  });

  it("can't be enabled with missing fields", async () => {
    const bare = { enabled: true, provider: "other", bucket: "", endpoint: "", accessKeyId: "" };
    const reply = await admin.put(ROOT, { ...bare, secretAccessKey: "" });
    expect([reply.status, problemsOf(reply)]).toEqual([400, ["bucket", "accessKeyId", "secretAccessKey"]]);
    const nowhere = await admin.put(ROOT, { ...SETTINGS, enabled: true, endpoint: "" });
    expect([nowhere.status, problemsOf(nowhere)]).toEqual([400, ["endpoint"]]);
    const amazon = { ...SETTINGS, enabled: true, provider: "aws", endpoint: "" };
    expect((await admin.put(ROOT, amazon)).status).toBe(200);
  });

  it("can't be accessed with API tokens", async () => {
    const token = await addToken(admin, ["audit:read"]);
    expect((await token.get(ROOT)).status).toBe(403);
    expect((await token.post(`${ROOT}/test`)).status).toBe(403);
  });
});

describe("the static copy and a private page", () => {
  it("exclude each other", async () => {
    await admin.put(ACCESS, { private: true });
    const on = await admin.put<{ error: string }>(ROOT, { enabled: true });
    expect([on.status, on.body.error]).toEqual([409, expect.stringContaining("is private")]);
    expect((await admin.put(ROOT, { intervalSecs: 120 })).status).toBe(200);
    await admin.put(ACCESS, { private: false });
    expect((await admin.put(ROOT, { enabled: true })).status).toBe(200);
    const hidden = await admin.put<{ error: string }>(ACCESS, { private: true });
    expect([hidden.status, hidden.body.error]).toEqual([409, expect.stringContaining("static copy is on")]);
    expect((await admin.put(ACCESS, { private: false, ssoCreateViewers: true })).status).toBe(200);
    await admin.put(ROOT, { enabled: false });
    expect((await admin.put(ACCESS, { private: true })).status).toBe(200);
    await admin.put(ACCESS, { private: false, ssoCreateViewers: false });
  });
});

describe("checking access", () => {
  it("uploads and deletes a file with the submitted values, and saves nothing", async () => {
    const reply = await check({ bucket: "tried", secretAccessKey: "another" });
    expect([reply.status, reply.body]).toEqual([200, { ok: true }]);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "PUT https://store.example/tried/.bsp-access-check",
      "DELETE https://store.example/tried/.bsp-access-check",
    ]);
    expect((await read()).bucket).toBe("copy");
  });

  it("succeeds even if deleting is forbidden", async () => {
    answer = ({ method }) => (method === "DELETE" ? new Response("no", { status: 403 }) : undefined);
    expect((await check({})).body).toEqual({ ok: true });
  });

  it("returns the storage's error, without keys", async () => {
    answer = () =>
      new Response(
        `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>${SECRET}</Message>
         <AWSAccessKeyId>AKEXAMPLE</AWSAccessKeyId></Error>`,
        { status: 403 },
      );
    const { body } = await check({});
    expect(body).toEqual({ ok: false, error: expect.stringMatching(/returned 403 SignatureDoesNotMatch: /) });
    expect(JSON.stringify(body)).not.toMatch(/AKEXAMPLE|Hush/);
  });

  it("is rejected with missing fields", async () => {
    expect(problemsOf(await check({ bucket: "", secretAccessKey: "x" }))).toEqual(["bucket"]);
  });
});

describe("the Worker's own bucket", () => {
  it("requires no keys, and stores the copy with content type and cache control", async () => {
    const { MIRROR_BUCKET } = bindings;
    expect((await admin.post(`${ROOT}/check`, { provider: "binding" })).body).toEqual({ ok: true });
    expect(await MIRROR_BUCKET!.head(".bsp-access-check")).toBeNull();
    expect((await admin.put(ROOT, { enabled: true, provider: "binding" })).status).toBe(200);
    expect((await admin.post(`${ROOT}/test`)).body).toEqual({ ok: true });
    const { httpMetadata } = (await MIRROR_BUCKET!.head("snapshot.json"))!;
    expect(httpMetadata).toMatchObject({ contentType: "application/json", cacheControl: "no-cache" });
    expect(await MIRROR_BUCKET!.head("index.html")).not.toBeNull();
    expect(asked).toEqual([]);
    expect(await read()).toMatchObject({ accessKeyId: "", secretAccessKey: "" });
  });
});

describe("the static copy secret", () => {
  it("is encrypted again when SECRET_KEY changes", async () => {
    const key = "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const both = { ...bindings, SECRET_KEY: `${key},${bindings.SECRET_KEY}` };
    await runHousekeeping(both, Date.now());
    const row = await bindings.DB.prepare(
      "SELECT value ->> '$.secretAccessKey' AS sealed FROM settings WHERE name = 'static_mirror'",
    ).first<{ sealed: string }>();
    const { secretBoxOf } = await import("../../../src/env.ts");
    const box = await secretBoxOf({ ...bindings, SECRET_KEY: key });
    expect(await box.open(row?.sealed ?? "", "static_mirror/secretAccessKey")).toBe(SECRET);
  });
});
