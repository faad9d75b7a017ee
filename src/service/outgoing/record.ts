import { openDb, type Statement, savePersistently } from "../../data/db.ts";
import { endOutgoing, type OutgoingEnd } from "../../data/outgoing.ts";
import type { OutgoingTable } from "../../domain/outgoing/policy.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { SendFault } from "../../notify/send_fault.ts";

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
