import { save } from "../../data/db.ts";
import { deleteSession } from "../../data/session.ts";
import type { AppError } from "../../lib/errors.ts";
import { endStreams } from "../announce/live.ts";
import { type Context, userOf } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { gateOfUser, refuseUnless } from "./gate.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const MOST_WRONG = 10;
const MOST_TRIES = 30;
const LIMIT = { name: "wrong-secrets", max: MOST_WRONG, windowMs: QUARTER_HOUR_MS, countsRefusals: true };

type Reason = "wrong_password" | "invalid_two_factor_code";

/**
 * Counts before checking, so parallel attempts gain nothing; a correct one is given back. A stolen session
 * alone can't guess the password or code.
 */
export async function tryGuess<T>(
  context: Context,
  { reason, fault }: { reason: Reason; fault: () => AppError },
  look: () => Promise<T | null | false>,
): Promise<T> {
  const { user, session } = userOf(context);
  const gate = gateOfUser(context.env, user.id);
  const pass = await gate.take(LIMIT);
  if (!pass.ok) {
    const isLast = MOST_WRONG + (pass.refusals ?? 0) >= MOST_TRIES;
    if (pass.isFirstRefusal || isLast) await recordRefusal(context, isLast);
    if (isLast) endStreams(context);
    refuseUnless(pass);
  }
  const found = await look();
  if (found !== null && found !== false) {
    await gate.giveBack(LIMIT.name);
    return found;
  }
  await save(context.db, [recordWrong(context, { reason, session: session.id })]);
  throw fault();
}

async function recordRefusal(context: Context, isLast: boolean): Promise<void> {
  const { session } = userOf(context);
  await save(context.db, [
    ...(isLast ? [deleteSession(context.db, session.id)] : []),
    recordWrong(context, { reason: "rate_limited", session: session.id, ...(isLast && { ended: true }) }),
  ]);
}

function recordWrong(context: Context, details: Record<string, unknown>) {
  const { user } = userOf(context);
  return recordAudit(context, {
    action: "Denied",
    entityType: "user",
    entityId: user.id,
    entityName: user.email,
    details: { ...details, ip: context.client.ip },
  });
}
