import { join } from "node:path";
import { ROOT } from "../build.ts";
import type { Plan } from "./plan.ts";
import type { Shipped } from "./shipped.ts";

export function makeConfig(shipped: Shipped, plan: Plan, ids: { account: string; database: string }) {
  const bundle = join(ROOT, "dist/worker");
  const { minify: _, build: __, ...rest } = shipped;
  return {
    ...rest,
    name: plan.name,
    account_id: ids.account,
    main: join(bundle, "worker.js"),
    base_dir: bundle,
    no_bundle: true,
    find_additional_modules: true,
    assets: { ...shipped.assets, directory: join(ROOT, String(shipped.assets["directory"])) },
    vars: plan.variables,
    keep_vars: true,
    workers_dev: plan.workersDev,
    preview_urls: plan.previews,
    d1_databases: shipped.d1_databases.map((database) => ({
      ...database,
      database_name: plan.database.name,
      database_id: ids.database,
      migrations_dir: join(ROOT, "migrations"),
    })),
    r2_buckets: shipped.r2_buckets.map((bucket, at) => ({
      ...bucket,
      bucket_name: plan.buckets[at]?.name ?? bucket.bucket_name,
    })),
    queues: queuesOf(shipped, plan),
    dependencies_instrumentation: { enabled: false },
  };
}

function queuesOf({ queues: { producers, consumers } }: Shipped, { queues }: Plan): Shipped["queues"] {
  const called = new Map(producers.map(({ queue }, at) => [queue, queues[at]?.name ?? queue]));
  const renamed = <T extends { queue: string }>(entry: T): T => ({
    ...entry,
    queue: called.get(entry.queue) ?? entry.queue,
  });
  return { producers: producers.map(renamed), consumers: consumers.map(renamed) };
}
