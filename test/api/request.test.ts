import { describe, expect, it } from "vitest";
import { addToken, bindings, handle, ORIGIN, setUp, Visitor } from "./client.ts";

const LOGIN = "/api/v1/auth/login";
const USERS = "/api/v1/admin/users";

describe("a request", () => {
  it("to an unknown path under /api gets 404 as JSON", async () => {
    const reply = await new Visitor().get("/api/v1/nothing");
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({ error: "Nothing found at this address." });
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
  });

  it("with an unsupported method gets 405 with the supported methods", async () => {
    const reply = await new Visitor().send("PATCH", USERS);
    expect(reply.status).toBe(405);
    expect(reply.body).toEqual({
      error: expect.stringMatching(/ isn't allowed here: use [A-Z, ]+ or [A-Z]+\.$/),
    });
    expect(reply.headers.get("Allow")).toBe("GET, POST, HEAD");
  });

  it("with a method supported only by a similar path with a parameter gets 405 too", async () => {
    const reply = await new Visitor().get("/api/v1/admin/monitors/test");
    expect([reply.status, reply.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  it("with an invalid body gets 400 with a plain message", async () => {
    const reply = await (await setUp()).put("/api/v1/admin/layout", { tree: [] });
    expect(reply.body).toEqual({
      error: "tree: This must be an object.",
      problems: [{ path: "tree", message: "This must be an object." }],
    });
    const empty = await (await setUp()).put<{ error: string }>("/api/v1/admin/layout", {});
    expect(empty.body.error).toBe("tree: This is missing.");
  });

  it.each([
    ["POST", "monitors/bulk", { ids: [1], change: { colour: 1 } }, /^change: Unknown setting colour: /],
    ["PATCH", "monitors/1", { version: 0 }, /^version: Use at least 1\.$/],
    ["PATCH", "monitors/1", { autoIncidentTemplateId: 0 }, /^autoIncidentTemplateId: Use more than 0\.$/],
    ["PUT", "notifications/smtp", { host: 5 }, /^host: Enter a host name or an IP address\.$/],
    ["POST", "incidents", { locales: { x: { title: "t" } } }, /locales\.x: Use (?!.*Invalid)/],
  ])("%s %s of %j is rejected with a clear message", async (method, path, sent, sentence) => {
    const reply = await (await setUp()).send<{
      error: string;
      problems: { path: string; message: string }[];
    }>(method, `/api/v1/admin/${path}`, { body: sent });
    expect(reply.status).toBe(400);
    expect(reply.body.problems.map((problem) => `${problem.path}: ${problem.message}`)).toContainEqual(
      expect.stringMatching(sentence),
    );
  });

  it("gets its own id, on success and on failure", async () => {
    const [first, second] = [await new Visitor().get("/health"), await new Visitor().get("/api/v1/nothing")];
    const ids = [first, second].map((reply) => reply.headers.get("X-Request-Id"));
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ""))).toBe(true);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("gets security headers against scripts, sniffing and framing", async () => {
    const { headers } = await new Visitor().get("/api/v1/setup/status");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  });

  it("over https gets an HSTS header and a cookie tied to the host", async () => {
    await setUp();
    const response = await handle(new Request("https://uptide.test/health"));
    expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
    const login = await handle(
      new Request("https://uptide.test/api/v1/auth/login", {
        method: "POST",
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.9" },
        body: JSON.stringify({ email: "admin@example.com", password: "correct horse" }),
      }),
    );
    expect(login.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-uptide=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      "uptide-user=1; Max-Age=43200; Path=/; Secure; SameSite=Lax",
    ]);
  });

  it("with HEAD works like GET", async () => {
    const reply = await new Visitor().send<string>("HEAD", "/health");
    expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  });
});

describe("a request body", () => {
  it("of another type gets 415, before it is read", async () => {
    const reply = await new Visitor().post(LOGIN, "{", { headers: { "Content-Type": "text/plain" } });
    expect(reply.status).toBe(415);
    expect(reply.body).toEqual({ error: "Send the body as Content-Type: application/json." });
  });

  it("that isn't JSON gets 400", async () => {
    const reply = await new Visitor().post(LOGIN, "{", { headers: { "Content-Type": "application/json" } });
    expect([reply.status, reply.body]).toEqual([400, { error: "The body is not valid JSON." }]);
  });

  it("that isn't UTF-8 gets 400", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([0x22, 0xff, 0x22]));
        controller.close();
      },
    });
    const reply = await new Visitor().post(LOGIN, body, { headers: { "Content-Type": "application/json" } });
    expect([reply.status, reply.body]).toEqual([400, { error: "The body is not UTF-8 text." }]);
  });

  it("over 1 MB gets 413 before it is complete, without Content-Length", async () => {
    let sent = 0;
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        if (sent > 50 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const reply = await new Visitor().post(LOGIN, body, { headers: { "Content-Type": "application/json" } });
    expect([reply.status, reply.body]).toEqual([413, { error: "The body is larger than 1 MB." }]);
    expect(sent).toBeLessThan(25 * 1024 * 1024);
  });

  it("with several errors gets all of them, with their paths", async () => {
    const admin = await setUp();
    const reply = await admin.post<{ error: string; problems: unknown[] }>("/api/v1/admin/api-tokens", {
      name: "",
      permissions: ["monitors:write", "nothing:read"],
      expiresInDays: 7,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.problems).toMatchObject([
      { path: "name", message: "Fill in this field." },
      { path: "permissions[1]" },
      { path: "expiresInDays", message: "Use 30, 90, 365, or null for a token that never expires." },
    ]);
  });

  it("can be omitted, like an empty one", async () => {
    const admin = await setUp();
    const reply = await admin.post("/api/v1/auth/2fa/setup");
    expect([reply.status, reply.body]).toMatchObject([400, { error: "Enter your current password." }]);
  });
});

describe("a request with a cookie", () => {
  it("must come from the same origin to change anything", async () => {
    const admin = await setUp();
    const body = { name: "x", permissions: ["monitors:read"] };
    const from = (headers: Record<string, string>) =>
      admin.post("/api/v1/admin/api-tokens", body, { headers });
    expect((await from({ Origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ Origin: "null" })).status).toBe(403);
    expect((await from({ Origin: ORIGIN })).status).toBe(201);

    const bare = (headers: Record<string, string>) =>
      handle(
        new Request(`${ORIGIN}/api/v1/admin/api-tokens`, {
          method: "POST",
          headers: { Cookie: admin.cookie, "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
      );
    expect((await bare({})).status).toBe(403);
    expect((await bare({ "Sec-Fetch-Site": "same-site" })).status).toBe(403);
    expect((await bare({ "Sec-Fetch-Site": "same-origin" })).status).toBe(201);
  });

  it("can come from any origin to read", async () => {
    const admin = await setUp();
    expect((await admin.get(USERS, { headers: { Origin: "https://evil.example" } })).status).toBe(200);
  });

  it("isn't required to be same-origin with a token instead", async () => {
    const token = await addToken(await setUp(), ["audit:read"]);
    expect(
      (await token.get("/api/v1/admin/audit", { headers: { Origin: "https://evil.example" } })).status,
    ).toBe(200);
  });
});

describe("an internal error", () => {
  it("returns 500 with the request id and no details", async () => {
    const admin = await setUp();
    await bindings.DB.prepare("ALTER TABLE audit RENAME TO audit_away").run();
    const reply = await admin.get<{ error: string }>("/api/v1/admin/audit");
    await bindings.DB.prepare("ALTER TABLE audit_away RENAME TO audit").run();
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      error: `Something went wrong. Request ID: ${reply.headers.get("X-Request-Id")}.`,
    });
  });
});
