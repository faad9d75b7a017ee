import "./pool_proxies.ts";
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { migrate } from "../src/data/migrate.ts";
import { MIGRATIONS } from "../src/data/migrations.ts";
import type { Env } from "../src/env.ts";
import { forgetPage } from "../src/service/record/page_memory.ts";
import { addPageUnderTest } from "./api/page_under_test.ts";
import { beginIds } from "./first_ids.ts";

// Files of a runtime share its modules, which take most of a file's time. Each file begins with empty storage.
vi.useRealTimers();
await reset();
const { DB } = env as unknown as Env;
// A test may leave its stand-ins on the object, hiding those on the prototype.
for (const method of ["batch", "prepare"]) Reflect.deleteProperty(DB, method);
await migrate(DB, MIGRATIONS);
await beginIds(DB);
await addPageUnderTest(DB);
forgetPage();
