import { isGuardBreach, type Statement, save } from "../../data/db.ts";
import { restartOutgoing } from "../../data/outgoing.ts";
import { AppError } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { enqueue } from "./job.ts";

export async function restartFailed(
  { db, env, now }: Context,
  table: "deliveries" | "subscriber_deliveries",
  { id, audit }: { id: number; audit: Statement },
): Promise<void> {
  try {
    await save(db, [...restartOutgoing(table, id, now), audit]);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("conflict", "Only a failed delivery can be sent again.");
  }
  await enqueue(env, table, { ids: [id] });
}
