import { describe, expect, it } from "vitest";
import { openDb, save } from "../../src/data/db.ts";
import { clearStale, listStale, markStale } from "../../src/data/watch.ts";
import { bindings } from "../api/client.ts";

const db = openDb(bindings.DB);

describe("a watch with changes it hasn't loaded", () => {
  it("stays listed if a late clear was meant for an earlier change", async () => {
    await save(db, [markStale([1, 2])]);
    const [first] = await listStale(db);
    expect(first?.watch).toBe(1);
    const clear = clearStale(db, 1, first?.version ?? 0);
    await save(db, [clear]);
    expect(await listStale(db)).toMatchObject([{ watch: 2 }]);

    await save(db, [markStale([1])]);
    await save(db, [clear]);

    expect(await listStale(db)).toMatchObject([{ watch: 1 }, { watch: 2 }]);
  });
});
