import { beforeAll, describe, expect, it } from "vitest";
import { bindings } from "../client.ts";
import { resetState } from "./begin.ts";

let Visitor: typeof import("../client.ts").Visitor;

resetState();

beforeAll(async () => {
  ({ Visitor } = await import("../client.ts"));
  await bindings.DB.batch([
    bindings.DB.prepare(
      "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)",
    ),
    bindings.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"),
  ]);
});

describe("a database migrated by a newer version", () => {
  const sentence =
    "The database is newer than this version (it has 9999_later.sql): deploy the version that created it, or a later one.";

  it("makes every endpoint return 503 with instructions", async () => {
    const reply = await new Visitor().get("/api/v1/setup/status");
    expect([reply.status, reply.body]).toEqual([503, { error: sentence }]);
  });

  it("makes the service not ready, but still alive", async () => {
    const ready = await new Visitor().get<{ problems: string[] }>("/ready");
    expect([ready.status, ready.body.problems]).toEqual([503, [sentence]]);
    expect((await new Visitor().get("/health")).body).toEqual({ status: "ok" });
  });
});
