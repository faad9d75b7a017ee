import { expect, it, vi } from "vitest";
import { MIGRATIONS } from "../../../src/data/migrations.ts";
import { sha256Hex } from "../../../src/lib/bytes.ts";
import { bindings } from "../client.ts";
import { resetState } from "./begin.ts";

const SESSION = "/api/v1/auth/session";

resetState();

it("users signed in before an update stay signed in until their session expires", async () => {
  const { addUser, setUp, Visitor } = await import("../client.ts");
  await new Visitor().get(SESSION);
  await setUp();
  const { visitor, id } = await addUser("operator");
  const old = visitor.cookie.replace(/.{11}$/, "A".repeat(11));
  const hash = await sha256Hex(old.replace("uptide=", ""));
  await bindings.DB.prepare("UPDATE sessions SET token_hash = ? WHERE user_id = ?").bind(hash, id).run();
  // Sessions from before the update have no expiry.
  const [mark = ""] = MIGRATIONS.find(({ name }) => name === "0012_limits.sql")!.sql.split(/;\s*\n/);
  await bindings.DB.prepare(mark).run();

  const before = new Visitor();
  before.cookie = old;
  expect((await before.get(SESSION)).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 12 * 3_600_000 + 1000, toFake: ["Date"] });
  expect((await before.get(SESSION)).status).toBe(401);
  vi.useRealTimers();
});
