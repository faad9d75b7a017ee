import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PAGE_ID, settingOf } from "../domain/page/site.ts";
import { type Db, idList } from "./db.ts";

export const PUBLIC_NAME = sql`coalesce(m.public_name, m.name)`;

export const placedMonitorIds = placedOn(DEFAULT_PAGE_ID);

export function placedOn(pageId: number): SQL {
  return sql`
    SELECT p.value ->> 'id' AS id FROM settings s CROSS JOIN json_each(s.value, '$.monitors') p
    WHERE s.name = ${settingOf("layout", pageId)}`;
}

export async function listPublicNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: number; name: string }>(
    sql`SELECT m.id, ${PUBLIC_NAME} AS name FROM monitors m WHERE m.id IN (${idList(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
