import { type SQL, sql } from "drizzle-orm";
import { CLAIM_MS, LATEST_CLAIM_MS } from "../domain/system/claim.ts";
import type { Statement } from "./db.ts";

export function isUnclaimed(now: number): SQL {
  return sql`(claimed_until IS NULL OR ${isClaimOver(now)})`;
}

/** Expired, or made before the clock was set back. */
export function isClaimOver(now: number): SQL {
  return sql`(claimed_until < ${now} OR claimed_until > ${now + LATEST_CLAIM_MS})`;
}

export function releaseClaims(before: number): Statement[] {
  return Object.entries(CLAIM_MS).map(
    ([table, claimMs]) => sql`
      UPDATE ${sql.raw(table)} SET claimed_until = ${before - 1}
      WHERE claimed_until >= ${before} AND claimed_until < ${before + claimMs}`,
  );
}

export interface ClaimSpan {
  now: number;
  until: number;
}
