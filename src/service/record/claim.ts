import type { ClaimSpan } from "../../data/claim.ts";
import { type Db, openDb, type Statement, save } from "../../data/db.ts";
import type { Env } from "../../env.ts";
import type { Claimed } from "../../objects/sender.ts";
import { isEnding } from "./work_in_hand.ts";

/** Below the six connections that an invocation has at a time. */
const AT_ONCE = 5;

/** Rows of one kind that are sent somewhere once they are due. */
interface Claimable<Row, Target> {
  /** Longer than any attempt with what it reads before, so that a claim ends only when its holder is gone. */
  claimMs: number;
  claim(db: Db, ids: readonly number[], span: ClaimSpan): Statement;
  rowsOf(result: D1Result | undefined): Row[];
  targetIdOf(row: Row): number;
  readTargets(db: Db, ids: readonly number[]): Promise<{ targets: readonly Target[]; siteName: string }>;
}

/** Takes hold of what is due among these, a few of one target together; the same id told twice is claimed once. */
export async function claimDue<Row, Target extends { id: number }>(
  env: Env,
  ids: readonly number[],
  { claimMs, claim, rowsOf, targetIdOf, readTargets }: Claimable<Row, Target>,
): Promise<Claimed<Row, Target>[]> {
  if (isEnding()) return [];
  const db = openDb(env.DB);
  const now = Date.now();
  const [claimed] = await save(db, [claim(db, ids, { now, until: now + claimMs })]);
  const byTarget = Map.groupBy(rowsOf(claimed), targetIdOf);
  const { targets, siteName } = await readTargets(db, [...byTarget.keys()]);
  const byId = new Map(targets.map((target) => [target.id, target]));
  return [...byTarget].flatMap(([id, own]) => {
    const target = byId.get(id) ?? null;
    return Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, i) => ({
      rows: own.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      target,
      siteName,
    }));
  });
}
