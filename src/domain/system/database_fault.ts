import type { PublicFault } from "../../schema/public_page.ts";

export type DatabaseFault = Exclude<PublicFault, "other">;

export const FAULT_SENTENCES: Readonly<Record<DatabaseFault, string>> = {
  database_away: "The database isn't responding.",
  disk_full: "The disk is full, so nothing is saved: free up space.",
};

const FULL = /SQLITE_FULL|disk is full/;
/** SQLite rejected the statement or found damage: the database itself responds. */
const ANSWERED =
  /SQLITE_(?:ERROR|CONSTRAINT|TOOBIG|MISMATCH|RANGE|AUTH|CORRUPT|NOTADB)|constraint failed|syntax error|no such (?:table|column)/;
/** workerd hides why its own simulator of D1 failed; drizzle wraps that as any error of a query. */
const HIDDEN = /^internal error; reference = /;
const QUERY = /^Failed query: /;
const DEPTH = 5;

export function findDatabaseFault(error: unknown): DatabaseFault | null {
  let cause = error;
  let isOfQuery = false;
  for (let depth = 0; depth < DEPTH && cause instanceof Error; depth++) {
    const { message } = cause;
    if (FULL.test(message)) return "disk_full";
    if (/^D1_(?:EXEC_)?ERROR/.test(message) && !ANSWERED.test(message)) return "database_away";
    isOfQuery ||= QUERY.test(message);
    if (isOfQuery && HIDDEN.test(message)) return "database_away";
    cause = cause.cause;
  }
  return null;
}
