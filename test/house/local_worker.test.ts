import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { ROOT } from "../../scripts/build.ts";
import { readLocalWorker } from "../../scripts/local_worker.ts";

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" && value !== null && Object.values(value).every(isNothing));

it("a local run reads wrangler.toml as wrangler does", () => {
  const { workerOptions } = readWorkerOptions(join(ROOT, "wrangler.toml"));
  // The local run decides when assets come before the Worker, and lists modules one by one.
  const { modulesRules: _, assets, ...told } = JSON.parse(JSON.stringify(workerOptions));
  const { assets: ownAssets, ...own } = JSON.parse(JSON.stringify(readLocalWorker()));
  expect({ ...told, ...own }).toEqual(told);
  const left = Object.entries(told).filter(([name, value]) => !(name in own) && !isNothing(value));
  expect(left).toEqual([]);
  expect(assets).toMatchObject(ownAssets);
});
