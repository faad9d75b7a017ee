import { ensureMigrated } from "../../src/data/migrate.ts";
import { SimulatedDatabase } from "./database.ts";
import { makeHost } from "./host.ts";
import { Random } from "./random.ts";

const MIGRATED_MS = 1000;

let image: Promise<Uint8Array> | null = null;

export async function readSchema(): Promise<Uint8Array> {
  image ??= migrate();
  return await image;
}

async function migrate(): Promise<Uint8Array> {
  const host = makeHost(new Random("schema"), {
    startedAt: 0,
    plan: { kinds: [], most: 0 },
    onTrace: null,
  });
  const database = new SimulatedDatabase(host);
  // The simulated database has only the members that the product uses.
  const done = ensureMigrated(database as unknown as D1Database);
  await host.time.runUntil(MIGRATED_MS);
  await done;
  const made = database.serialize();
  database.close();
  return made;
}
