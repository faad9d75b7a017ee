import { join } from "node:path";
import { ROOT } from "./build.ts";
import { readShipped, type Shipped } from "./deploy/shipped.ts";

export type LocalWorker = ReturnType<typeof readLocalWorker>;

/**
 * Translates wrangler.toml for Miniflare. wrangler can do that itself, but loading it takes longer than the
 * rest of the start; `test/house/local_worker.test.ts` compares the two.
 */
export function readLocalWorker(shipped: Shipped = readShipped()) {
  const { compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags } = shipped;
  return {
    rootPath: ROOT,
    compatibilityDate,
    compatibilityFlags,
    bindings: shipped.vars,
    // Without an id, local D1 data is stored under the binding's name.
    d1Databases: byBinding(shipped.d1_databases, ({ binding, database_id }) => ({
      id: database_id ?? binding,
    })),
    r2Buckets: byBinding(shipped.r2_buckets, ({ bucket_name }) => ({ id: bucket_name })),
    queueProducers: byBinding(shipped.queues.producers, ({ queue }) => ({ queueName: queue })),
    queueConsumers: Object.fromEntries(
      shipped.queues.consumers.map((consumer) => [
        consumer.queue,
        {
          maxBatchSize: consumer.max_batch_size,
          maxBatchTimeout: consumer.max_batch_timeout,
          maxRetries: consumer.max_retries,
        },
      ]),
    ),
    durableObjects: Object.fromEntries(
      shipped.durable_objects.bindings.map(({ name, class_name }) => [
        name,
        { className: class_name, useSQLite: isStoredInSql(shipped, class_name) },
      ]),
    ),
    ratelimits: Object.fromEntries(
      shipped.ratelimits.map((limit) => [limit.name, { type: "ratelimit" as const, ...limit }]),
    ),
    assets: {
      directory: join(ROOT, shipped.assets.directory),
      binding: shipped.assets.binding,
      assetConfig: { compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags },
    },
  };
}

function byBinding<T extends { binding: string }, V>(entries: readonly T[], describe: (entry: T) => V) {
  return Object.fromEntries(entries.map((entry) => [entry.binding, describe(entry)]));
}

function isStoredInSql({ migrations }: Shipped, className: string): boolean {
  return migrations.some(({ new_sqlite_classes = [] }) => new_sqlite_classes.includes(className));
}
