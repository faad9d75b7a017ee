import type { LocalWorker } from "../local_worker.ts";
import type { Value } from "./capnp.ts";
import { entryTo, objectOf } from "./simulators.ts";

const BROKER = "queues";
const CLASS = "QueueBrokerObject";

/** Messages are in memory only: after a restart cron finds lost work by its rows. */
export function simulateQueues({ queueProducers, queueConsumers }: LocalWorker, worker: string): Value[] {
  const producers = Object.entries(queueProducers).map(([binding, { queueName }]) => [
    binding,
    { workerName: worker, queueName },
  ]);
  const consumers = Object.entries(queueConsumers).map(([queue, limits]) => [
    queue,
    { workerName: worker, ...limits },
  ]);
  const broker = objectOf(BROKER, {
    file: "queues/broker",
    className: CLASS,
    compatibilityFlags: ["service_binding_extra_handlers"],
    bindings: [
      { name: "MINIFLARE_OBJECT", durableObjectNamespace: { className: CLASS } },
      { name: "MINIFLARE_QUEUE_PRODUCERS", json: JSON.stringify(Object.fromEntries(producers)) },
      { name: "MINIFLARE_QUEUE_CONSUMERS", json: JSON.stringify(Object.fromEntries(consumers)) },
      { name: `MINIFLARE_WORKER_${worker}`, service: worker },
    ],
  });
  const queues = Object.values(queueProducers).map(({ queueName }) =>
    entryTo(serviceOfQueue(queueName), {
      service: BROKER,
      className: CLASS,
      bindings: [{ name: "MINIFLARE_NAMESPACE", text: queueName }],
    }),
  );
  return [broker, ...queues];
}

export function serviceOfQueue(queue: string): string {
  return `${BROKER}:${queue}`;
}
