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

// The files of one runtime share its modules, which is most of what a file costs; each begins with empty storage.
vi.useRealTimers();
await reset();
const { DB } = env as unknown as Env;
// A test that put its own in their place leaves them on the object, where they hide what the next puts on all of them.
for (const method of ["batch", "prepare"]) Reflect.deleteProperty(DB, method);
await migrate(DB, MIGRATIONS);
await beginIds(DB);
await addPageUnderTest(DB);
forgetPage();
