import { vi } from "vitest";
import { bindings } from "./client.ts";

export async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const prepare = vi.spyOn(Object.getPrototypeOf(bindings.DB), "prepare");
  try {
    await work();
    return prepare.mock.calls.length;
  } finally {
    prepare.mockRestore();
  }
}

export async function rowsReadDuring(work: () => Promise<unknown>): Promise<number> {
  const batch = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "batch");
  try {
    await work();
    const results = await Promise.all(
      batch.mock.results.map(async ({ value }) => (await value) as D1Result[]),
    );
    return results.flat().reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0);
  } finally {
    batch.mockRestore();
  }
}
