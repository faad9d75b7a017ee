import { type Found, type FoundDatabase, isOurs, namesOf } from "./found.ts";
import type { Options } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Shipped } from "./shipped.ts";

export interface Known {
  shipped: Shipped;
  found: Found;
  options: Options;
  migrations: readonly string[];
  isPlatformBuild: boolean;
}

const OTHER_NAME = "deploy under another name with `npm run deploy -- --name another`";

export function refuseForeign(known: Known): void {
  refuseForeignWorker(known);
  refuseForeignDatabase(known);
  refuseForeignQueues(known);
  refuseForeignDomains(known);
}

function refuseForeignWorker({ shipped, found: { worker }, isPlatformBuild }: Known): void {
  if (!worker || isOurs(worker)) return;
  const isEmpty = worker.bindings.length === 0;
  const hasOnlySecrets = !isEmpty && worker.bindings.every(({ type }) => type === "secret_text");
  if (hasOnlySecrets || (isEmpty && isPlatformBuild)) return;
  throw new Refusal(
    `The name is taken: this account has a Worker "${shipped.name}" that isn't Uptide. ${say(OTHER_NAME)}`,
  );
}

function refuseForeignDatabase({ shipped, found: { worker, database }, migrations }: Known): void {
  const { boundDatabase } = namesOf(worker, shipped);
  if (!database && boundDatabase)
    throw new Refusal(
      `The database that the Worker "${shipped.name}" uses (${boundDatabase}) is no longer in the account. To start over, delete the Worker with \`npx wrangler delete --name ${shipped.name}\` and deploy again; or ${OTHER_NAME}.`,
    );
  if (!database) return;
  const known = new Set(migrations);
  if (!boundDatabase && !isOurDatabase(database, known))
    throw new Refusal(
      `The D1 database "${database.name}" in this account belongs to something else: it has tables that aren't Uptide's, such as ${foreignTables(database)[0]}. ${say(OTHER_NAME)}`,
    );
  const newer = database.migrations
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (newer)
    throw new Refusal(
      `The database "${database.name}" is newer than this version (it has ${newer}): deploy the version that migrated it, or a later one.`,
    );
}

function isOurDatabase(database: FoundDatabase, known: ReadonlySet<string>): boolean {
  return foreignTables(database).length === 0 || database.migrations.some((name) => known.has(name));
}

function foreignTables({ tables }: FoundDatabase): string[] {
  return tables.filter((table) => table !== "d1_migrations");
}

function refuseForeignQueues({ shipped, found: { queues } }: Known): void {
  for (const { name, workers } of queues) {
    const other = workers.find((worker) => worker !== shipped.name);
    if (other)
      throw new Refusal(
        `The queue "${name}" in this account is taken: the Worker "${other}" uses it. ${say(OTHER_NAME)}`,
      );
  }
}

function refuseForeignDomains(known: Known): void {
  for (const domain of known.options.domains) refuseForeignDomain(domain, known);
}

function refuseForeignDomain(domain: string, { shipped, found }: Known): void {
  const zone = found.zones.get(domain);
  const holder = found.domains.find(({ hostname }) => hostname === domain)?.service;
  if (holder && holder !== shipped.name)
    throw new Refusal(
      `${domain} belongs to the Worker "${holder}": remove it there first, or choose another with --domain.`,
    );
  if (!zone)
    throw new Refusal(
      `No zone in this account contains ${domain}: add the domain at https://dash.cloudflare.com/?to=/:account/add-site first, or deploy without --domain.`,
    );
  if (zone.status !== "active")
    throw new Refusal(
      `The zone ${zone.name} is ${zone.status}, not active: set the name servers listed on its page at https://dash.cloudflare.com, wait until it is active, then deploy again.`,
    );
}

function say(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
