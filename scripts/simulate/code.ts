import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The product's parts that run in a world: of this checkout, or of an older one until the first deploy. */
export interface Code {
  Watch: typeof import("../../durable/watch/watch.ts").Watch;
  Alerts: typeof import("../../durable/alerts/alerts.ts").Alerts;
  Agent: typeof import("../../durable/agent/agent.ts").Agent;
  Place: typeof import("../../durable/place/place.ts").Place;
  Sender: typeof import("../../durable/sender.ts").Sender;
  consumeDeliveries: typeof import("../../src/queue/outgoing.ts").consumeDeliveries;
  consumeActions: typeof import("../../src/queue/outgoing.ts").consumeActions;
  consumeSubscribers: typeof import("../../src/queue/subscribers.ts").consumeSubscribers;
  runHousekeeping: typeof import("../../src/service/system/housekeeping.ts").runHousekeeping;
}

const FILES = [
  "durable/watch/watch.ts",
  "durable/alerts/alerts.ts",
  "durable/agent/agent.ts",
  "durable/place/place.ts",
  "durable/sender.ts",
  "src/queue/outgoing.ts",
  "src/queue/subscribers.ts",
  "src/service/system/housekeeping.ts",
];

export async function loadCode(folder: string): Promise<Code> {
  const modules = await Promise.all(
    FILES.map(async (file) => (await import(pathToFileURL(join(folder, file)).href)) as object),
  );
  return Object.assign({}, ...modules) as Code;
}
