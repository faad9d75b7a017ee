import { expect, it } from "vitest";
import { openDb } from "../../src/data/db.ts";
import { listWatches } from "../../src/data/watch.ts";
import { bindings } from "../api/client.ts";
import { addMonitors } from "./add_monitors.ts";

it("listWatches returns each watch with a monitor once, in order", async () => {
  const list = async () => await listWatches(openDb(bindings.DB));
  expect(await list()).toEqual([]);
  await addMonitors([5, 31, 32, 63, 100, 3200]);
  expect(await list()).toEqual([0, 1, 3, 100]);
  await addMonitors(Array.from({ length: 500 }, (_, i) => 10_000 + i));
  expect((await list()).slice(4)).toEqual(Array.from({ length: 17 }, (_, i) => 312 + i));
  await bindings.DB.prepare("DELETE FROM monitors").run();
});
