import { inArray, lte } from "drizzle-orm";
import type { AlertNotice } from "../domain/alert/notice.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { alertNotices } from "./tables_alert.ts";

export function insertNotice(db: Db, notice: AlertNotice): Statement {
  return db.insert(alertNotices).values({ id: notice.id, at: notice.at, body: notice });
}

export function untakenNotices(before: number): DueRows {
  return { table: alertNotices, where: lte(alertNotices.at, before) };
}

export async function listNotices(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<AlertNotice[]> {
  const rows = await db
    .select({ body: alertNotices.body })
    .from(alertNotices)
    .where(untakenNotices(before).where)
    .orderBy(alertNotices.at)
    .limit(limit);
  return rows.map(({ body }) => body);
}

export function deleteNotices(db: Db, ids: readonly string[]): Statement {
  return db.delete(alertNotices).where(inArray(alertNotices.id, listOf(ids)));
}
