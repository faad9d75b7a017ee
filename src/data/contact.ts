import { eq, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { contacts } from "./tables_on_call.ts";
import { versionOf } from "./version.ts";

type ContactRow = typeof contacts.$inferSelect;

export async function findContact(
  db: Db,
  userId: number,
): Promise<{ stored: ContactRow | null; version: number }> {
  const [[stored], [at]] = await db.batch([
    db.select().from(contacts).where(eq(contacts.userId, userId)),
    db.select({ version: versionOf(sql`${`contact/${userId}`}`) }).from(sql`(SELECT 1)`),
  ]);
  return { stored: stored ?? null, version: at?.version ?? 1 };
}

export function putContact(db: Db, { userId, ...set }: ContactRow): Statement {
  return db
    .insert(contacts)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: contacts.userId, set });
}

export function deleteContact(db: Db, userId: number): Statement {
  return db.delete(contacts).where(eq(contacts.userId, userId));
}

export function selectContacts(db: Db) {
  return db.select().from(contacts);
}
