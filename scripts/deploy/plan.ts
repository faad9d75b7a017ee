import { decideAddress } from "./address.ts";
import { type Known, refuseForeign } from "./foreign.ts";
import { type FoundWorker, isOurs, namesOf } from "./found.ts";
import { SHIPPED_VARIABLES, type Shipped } from "./shipped.ts";

export interface Plan {
  name: string;
  isFirst: boolean;
  database: { id: string | null; name: string };
  buckets: { name: string; isThere: boolean }[];
  queues: { name: string; isThere: boolean }[];
  migrations: string[];
  makesSecret: boolean;
  hasLostSecret: boolean;
  variables: Record<string, string>;
  suggestedUrl: string;
  workersDevUrl: string | null;
  workersDev: boolean;
  previews: boolean;
  domains: string[];
  newDomains: string[];
}

export function decidePlan(known: Known): Plan {
  const { shipped, found, options, migrations } = known;
  refuseForeign(known);
  const { worker, database } = found;
  const names = namesOf(worker, shipped);
  const applied = new Set(database?.migrations);
  const makesSecret = !hasSecret(worker);
  const live = liveVariables(worker);
  const address = decideAddress({ shipped, found, options, liveUrl: live["PUBLIC_URL"] ?? "" });
  return {
    name: shipped.name,
    isFirst: !worker || !isOurs(worker),
    database: {
      id: database?.id ?? null,
      name: database?.name ?? shipped.d1_databases[0]?.database_name ?? "",
    },
    buckets: names.buckets.map((name) => ({ name, isThere: found.buckets.includes(name) })),
    queues: names.queues.map((name) => ({
      name,
      isThere: found.queues.some((queue) => queue.name === name),
    })),
    migrations: migrations.filter((name) => !applied.has(name)),
    makesSecret,
    hasLostSecret: makesSecret && (database?.isUsed ?? false),
    variables: { ...decideVariables(shipped, live), PUBLIC_URL: address.publicUrl },
    ...address,
  };
}

function hasSecret(worker: FoundWorker | null): boolean {
  return worker?.bindings.some(({ type, name }) => type === "secret_text" && name === "SECRET_KEY") ?? false;
}

function liveVariables(worker: FoundWorker | null): Record<string, string> {
  const texts = worker?.bindings.filter(({ type }) => type === "plain_text") ?? [];
  return Object.fromEntries(texts.map(({ name, text }) => [name, String(text ?? "")]));
}

/** A value changed in wrangler.toml wins, then the live Worker's, then the shipped default. */
function decideVariables(shipped: Shipped, live: Record<string, string>): Record<string, string> {
  const entries = Object.entries(shipped.vars).map(([name, value]) => {
    return [name, value === SHIPPED_VARIABLES[name] ? (live[name] ?? value) : value];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
