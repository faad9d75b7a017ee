import { join } from "node:path";
import { ROOT } from "./build.ts";
import { readShipped, type Shipped } from "./deploy/shipped.ts";

export type LocalWorker = ReturnType<typeof readLocalWorker>;

/**
 * What wrangler.toml says of the Worker, in the words of Miniflare. wrangler itself knows how to say that, but loading
 * all of it takes longer than the rest of a start; `test/house/local_worker.test.ts` holds the two together.
 */
export function readLocalWorker(shipped: Shipped = readShipped()) {
  const { compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags } = shipped;
  return {
    rootPath: ROOT,
    compatibilityDate,
    compatibilityFlags,
    bindings: shipped.vars,
    // Without an id a database is known by its binding: state that is there lies under that name.
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
