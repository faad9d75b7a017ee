import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { migrate } from "../src/data/migrate.ts";
import { MIGRATIONS } from "../src/data/migrations.ts";
import type { Env } from "../src/env.ts";
import { forgetPage } from "../src/service/page/memory.ts";

/** More than any file makes of a kind. */
const IDS_A_FILE = 1000;

// The files of one runtime share its modules, which is most of what a file costs; each begins with empty storage.
vi.useRealTimers();
await reset();
const { DB } = env as unknown as Env;
await migrate(DB, MIGRATIONS);
// What the file before left on its way may still reach an object by its name: no two files have channels or monitors of one id.
const files = (Reflect.get(globalThis, Symbol.for("files")) ?? 0) as number;
Reflect.set(globalThis, Symbol.for("files"), files + 1);
await DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('channels', ?1), ('monitors', ?1)")
  .bind(files * IDS_A_FILE)
  .run();
forgetPage();
