import { type SQL, sql } from "drizzle-orm";
import type { LiveList } from "../domain/page/live_message.ts";
import type { Db } from "./db.ts";

/** Bounds the reading: in a storm the first rows change all the time anyway. */
const MOST_WAITING = 100;
const MOST_LATEST = 10;

export type ListMarks = Readonly<Record<LiveList, string>>;

export async function readListMarks(db: Db): Promise<ListMarks> {
  const [marks] = await db.all<ListMarks>(sql`
    SELECT
      (SELECT max(id) FROM audit) AS audit,
      (SELECT max(id) FROM deliveries) || '/' || ${waiting(sql`deliveries WHERE status = 'pending'`)} AS deliveries,
      (SELECT max(id) FROM action_runs) || '/' ||
        ${waiting(sql`action_runs WHERE status IN ('waiting', 'running')`)} AS runs,
      (SELECT max(id) FROM incidents) || '/' || coalesce((SELECT max(updated_at) FROM incidents WHERE draft = 0), 0)
        || '/' || coalesce((SELECT max(updated_at) FROM incidents WHERE draft = 1), 0) AS incidents,
      (SELECT max(id) FROM subscribers) || '/' || coalesce((SELECT max(id) FROM subscriber_notices), 0) || '/' ||
        (SELECT count(*) FROM (
          SELECT 1 FROM subscribers WHERE status = 'pending' LIMIT ${MOST_WAITING})) AS subscribers,
      (SELECT group_concat(id || status) FROM (
        SELECT id, status FROM subscriber_deliveries ORDER BY id DESC LIMIT ${MOST_LATEST})) AS subscriberDeliveries`);
  return marks as ListMarks;
}

function waiting(from: SQL): SQL {
  return sql`(SELECT count(*) || '/' || total(due_at) FROM (
    SELECT due_at FROM ${from} ORDER BY due_at LIMIT ${MOST_WAITING}))`;
}
