import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PAGE_ID, settingOf } from "../domain/page/site.ts";
import { type Db, idList } from "./db.ts";

export const PUBLIC_NAME = sql`coalesce(m.public_name, m.name)`;

export function placedOn(pageId: number): SQL {
  return sql`
    SELECT p.value ->> 'id' AS id FROM settings s CROSS JOIN json_each(s.value, '$.monitors') p
    WHERE s.name = ${settingOf("layout", pageId)}`;
}

export function nameOn(setting: string, pageId: SQL): SQL {
  return sql`(CASE WHEN ${pageId} = ${DEFAULT_PAGE_ID} THEN ${setting} ELSE ${`${setting}/`} || ${pageId} END)`;
}

export const placements = sql`
  SELECT pages.id AS page_id, m.value ->> 'id' AS monitor_id
  FROM pages JOIN settings s ON s.name = ${nameOn("layout", sql`pages.id`)} CROSS JOIN json_each(s.value, '$.monitors') m`;

export async function listPublicNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: number; name: string }>(
    sql`SELECT m.id, ${PUBLIC_NAME} AS name FROM monitors m WHERE m.id IN (${idList(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
