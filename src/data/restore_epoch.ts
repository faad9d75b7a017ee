import { eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { findSetting } from "./setting.ts";
import { settings } from "./tables.ts";

const NAME = "restore";

export interface RestoreMark {
  /** Grows with each restore. In seconds since the epoch, so it is above any earlier event number. */
  epoch: number;
  id: string;
  at: number;
}

export function selectEpoch(db: Db) {
  return (
    db
      // Named explicitly: in a batch with other queries its column would have an unknown name.
      .select({ epoch: sql<number>`${settings.value} ->> '$.epoch'`.as("epoch") })
      .from(settings)
      .where(eq(settings.name, NAME))
  );
}

export async function findEpoch(db: Db): Promise<number> {
  return (await selectEpoch(db).get())?.epoch ?? 0;
}

function isEpoch(epoch: number): SQL {
  return sql`coalesce((SELECT value ->> '$.epoch' FROM settings WHERE name = ${NAME}), 0) = ${epoch}`;
}

/** Belongs in the batch of an object's writes: nothing from before a restore is written after it. */
export function guardEpoch(epoch: number): Statement {
  return guard(isEpoch(epoch));
}

export async function findRestoreMark(db: Db): Promise<RestoreMark | null> {
  return (await findSetting(db, NAME)) as RestoreMark | null;
}

export function saveRestoreMark(table: SQL, mark: RestoreMark): Statement {
  return sql`INSERT OR REPLACE INTO ${table} (name, value, updated_at) VALUES (${NAME}, ${JSON.stringify(mark)}, ${mark.at})`;
}
