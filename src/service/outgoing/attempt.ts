import { type Db, openDb, type Statement, save, savePersistently } from "../../data/db.ts";
import {
  claimedRows,
  claimOutgoing,
  endOutgoing,
  type OutgoingEnd,
  type OutgoingRow,
} from "../../data/outgoing.ts";
import type { OutgoingTable } from "../../domain/outgoing/policy.ts";
import type { Env } from "../../env.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { log } from "../../lib/log.ts";
import { SendFault } from "../../notify/send_fault.ts";
import type { Claimed } from "../../objects/sender.ts";

/** Below the six connections an invocation may have open. */
const AT_ONCE = 5;
/** A group may be sent one after the other, each with a timeout of 15 seconds. */
const SENDING_MS = AT_ONCE * 15_000;

export async function claimDue<T extends OutgoingTable>(
  env: Env,
  table: T,
  ids: readonly number[],
): Promise<OutgoingRow<T>[]> {
  if (isEnding()) return [];
  const [claimed] = await save(openDb(env.DB), [claimOutgoing(table, ids, Date.now())]);
  return claimedRows(table, claimed);
}

export function refuseLate(claimedUntil: number | null, { sendingMs }: { sendingMs: number }): void {
  if (claimedUntil !== null && Date.now() + sendingMs > claimedUntil)
    throw new SendFault("Reading what to send took too long, so it is sent again.");
}

interface Targets<Row, Target> {
  targetIdOf(row: Row): number;
  readTargets(db: Db, ids: readonly number[]): Promise<{ targets: readonly Target[]; siteName: string }>;
}

/** If reading left too little of the claim, the sweep claims those rows again. */
export async function groupByTarget<
  Row extends { claimedUntil: number | null },
  Target extends { id: number },
>(
  env: Env,
  rows: readonly Row[],
  { targetIdOf, readTargets }: Targets<Row, Target>,
): Promise<Claimed<Row, Target>[]> {
  if (rows.length === 0) return [];
  const byTarget = Map.groupBy(rows, targetIdOf);
  const { targets, siteName } = await readTargets(openDb(env.DB), [...byTarget.keys()]);
  const byId = new Map(targets.map((target) => [target.id, target]));
  const sentBy = Date.now() + SENDING_MS;
  const isHeld = ({ claimedUntil }: Row) => claimedUntil !== null && claimedUntil >= sentBy;
  return [...byTarget].flatMap(([id, own]) =>
    chunksOf(own.filter(isHeld), AT_ONCE).map((chunk) => ({
      rows: chunk,
      target: byId.get(id) ?? null,
      siteName,
    })),
  );
}

/** False when none of the ends counted: others have claimed the rows since. */
export async function saveEnds<T extends OutgoingTable>(
  env: Env,
  table: T,
  { ends, before = [] }: { ends: readonly OutgoingEnd<T>[]; before?: readonly Statement[] },
): Promise<boolean> {
  const results = await savePersistently(openDb(env.DB), [...before, ...endOutgoing(table, ends)]);
  return (results.at(-1)?.meta.changes ?? 0) > 0;
}

/** The details default to the error, which is left out where its message may hold a secret. */
export function toSendFault(
  error: unknown,
  { event, details = { error } }: { event: string; details?: Record<string, unknown> },
): SendFault {
  if (error instanceof SendFault) return error;
  log("error", event, details);
  return new SendFault("Something went wrong while sending. See the log.", { cause: error });
}

/** Below the ten seconds after which Docker kills the process. */
const GRACE_MS = 8000;
const POLL_MS = 20;

let inHand = 0;
let isStopping = false;

export function isEnding(): boolean {
  return isStopping;
}

export async function holdStop<T>(work: () => Promise<T>): Promise<T> {
  inHand += 1;
  try {
    return await work();
  } finally {
    inHand -= 1;
  }
}

export async function finishWork(): Promise<void> {
  isStopping = true;
  const deadline = Date.now() + GRACE_MS;
  while (inHand > 0 && Date.now() < deadline) await scheduler.wait(POLL_MS);
}
