import { insertedId, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import { isKeyTaken, type KeyedKind, listKeysLike } from "../../data/key.ts";
import { freeKey, slugOf } from "../../domain/config/key.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import type { Context } from "../context.ts";

const MOST_CREATED_AT_ONCE = 100;

interface KeyedObject {
  kind: KeyedKind;
  key: string | undefined;
  name: string;
}

export async function createKeyed(
  context: Context,
  wanted: KeyedObject,
  make: (key: string) => Promise<readonly Statement[]>,
): Promise<number> {
  for (let tries = 1; ; tries++) {
    const key = await chooseKey(context, wanted);
    const statements = await make(key);
    try {
      return insertedId(await save(context.db, statements));
    } catch (error) {
      if (!isUniqueBreach(error)) throw error;
      if (wanted.key !== undefined || tries === MOST_CREATED_AT_ONCE) throw keyTaken(key);
    }
  }
}

async function chooseKey({ db }: Context, { kind, key, name }: KeyedObject): Promise<string> {
  if (key !== undefined) {
    if (await isKeyTaken(db, kind, key)) throw keyTaken(key);
    return key;
  }
  const slug = slugOf(name, kind);
  const taken = await listKeysLike(db, kind, slug);
  return freeKey(slug, (free) => taken.has(free));
}

function keyTaken(key: string): AppError {
  return new AppError("conflict", `The key ${key} is taken: choose another.`);
}

export function checkTypeChange(
  before: { type: string },
  given: { type?: string; config?: unknown },
): boolean {
  if (given.type === undefined || given.type === before.type) return false;
  if (given.config !== undefined) return true;
  throw invalidField("config", "A new type needs a new config.");
}
