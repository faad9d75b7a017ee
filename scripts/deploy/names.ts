import { createHash } from "node:crypto";
import type { Shipped } from "./shipped.ts";

export function rename(shipped: Shipped, name: string): Shipped {
  if (name === shipped.name) return shipped;
  const named = (resource: string) => renameOne(resource, shipped.name, name);
  return {
    ...shipped,
    name,
    d1_databases: shipped.d1_databases.map(({ database_id: _, ...database }) => {
      return { ...database, database_name: named(database.database_name) };
    }),
    r2_buckets: shipped.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: named(bucket.bucket_name) })),
    queues: {
      producers: shipped.queues.producers.map((queue) => ({ ...queue, queue: named(queue.queue) })),
      consumers: shipped.queues.consumers.map((queue) => ({ ...queue, queue: named(queue.queue) })),
    },
    ratelimits: shipped.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: namespaceOf(name, limit.namespace_id),
    })),
  };
}

function renameOne(resource: string, from: string, to: string): string {
  if (resource === from) return to;
  return resource.startsWith(`${from}-`) ? to + resource.slice(from.length) : `${to}-${resource}`;
}

/** Rate limits with the same namespace id share a count across the account, so each instance has its own. */
function namespaceOf(name: string, namespaceId: string): string {
  const hash = createHash("sha256").update(`${name} ${namespaceId}`).digest();
  return String(10_000 + (hash.readUInt32BE(0) % 2_000_000_000));
}
