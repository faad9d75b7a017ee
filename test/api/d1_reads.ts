import { vi } from "vitest";
import { bindings } from "./client.ts";

/** How many statements the database is asked to run while the work is done. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const prepare = vi.spyOn(Object.getPrototypeOf(bindings.DB), "prepare");
  try {
    await work();
    return prepare.mock.calls.length;
  } finally {
    prepare.mockRestore();
  }
}
