import { beforeAll, describe } from "vitest";
import { beginWithEmptyStorage } from "../fresh_state.ts";
import type { PageUnderTest } from "./page_under_test.ts";

/** Runs test files again for another page. The query gives the runtime a second copy of each. */
export function runAgainAt(page: PageUnderTest, files: readonly string[]): void {
  for (const file of files)
    describe(`${file}, for a page at a ${page}`, async () => {
      beforeAll(() => beginWithEmptyStorage(page));
      await import(/* @vite-ignore */ `./${file}.test.ts?${page}`);
    });
}
