import "./pool_proxies.ts";
import { reset } from "cloudflare:test";
import { vi } from "vitest";
import { migrate } from "../src/data/migrate.ts";
import { MIGRATIONS } from "../src/data/migrations.ts";
import { forgetPage } from "../src/service/record/page_memory.ts";
import { bindings } from "./api/bindings.ts";
import { type PageUnderTest, setPageUnderTest } from "./api/page_under_test.ts";
import { beginIds } from "./first_ids.ts";

/** Files of a runtime share its modules, which take most of a file's time. Each file begins with empty storage. */
export async function beginWithEmptyStorage(page: PageUnderTest): Promise<void> {
  vi.useRealTimers();
  await reset();
  const { DB } = bindings;
  // A test may leave its stand-ins on the object, hiding those on the prototype.
  for (const method of ["batch", "prepare"]) Reflect.deleteProperty(DB, method);
  await migrate(DB, MIGRATIONS);
  await beginIds(DB);
  await setPageUnderTest(DB, page);
  forgetPage();
}
