import { and, count, eq, ne, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { pushDevices } from "./tables_on_call.ts";

export type PushDeviceRow = typeof pushDevices.$inferSelect;

export async function listPushDevices(db: Db, userId: number): Promise<PushDeviceRow[]> {
  return await db.select().from(pushDevices).where(eq(pushDevices.userId, userId)).orderBy(pushDevices.id);
}

export async function findPushDevice(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<PushDeviceRow | null> {
  const isOwn = and(eq(pushDevices.id, id), eq(pushDevices.userId, userId));
  return (await db.select().from(pushDevices).where(isOwn).get()) ?? null;
}

export async function findPushDeviceByEndpoint(db: Db, endpointHash: string): Promise<PushDeviceRow | null> {
  return (
    (await db.select().from(pushDevices).where(eq(pushDevices.endpointHash, endpointHash)).get()) ?? null
  );
}

/** A browser that subscribes again keeps its row. If two people share it, the last one has it. */
export function putPushDevice(
  db: Db,
  row: Omit<PushDeviceRow, "id" | "lastSentAt" | "lastError">,
): Statement {
  const { endpointHash: _, ...set } = row;
  return db
    .insert(pushDevices)
    .values(row)
    .onConflictDoUpdate({ target: pushDevices.endpointHash, set: { ...set, lastError: null } });
}

export function renewPushDevice(
  db: Db,
  { id, sealName }: Pick<PushDeviceRow, "id" | "sealName">,
  renewed: Pick<PushDeviceRow, "service" | "endpointHash" | "sealName" | "subscription">,
): Statement[] {
  const isThis = and(eq(pushDevices.id, id), eq(pushDevices.sealName, sealName));
  const isDouble = and(eq(pushDevices.endpointHash, renewed.endpointHash), ne(pushDevices.id, id));
  return [
    db.delete(pushDevices).where(isDouble),
    db
      .update(pushDevices)
      .set({ ...renewed, lastError: null })
      .where(isThis),
  ];
}

export function guardPushDevicesBelow(
  most: number,
  { userId, endpointHash }: Pick<PushDeviceRow, "userId" | "endpointHash">,
): Statement {
  return guard(sql`(
    SELECT count(*) FROM push_devices WHERE user_id = ${userId} AND endpoint_hash <> ${endpointHash}) < ${most}`);
}

/** Only while it is as it was read: the browser may have subscribed again. */
export function deletePushDevice(
  db: Db,
  { id, sealName }: Pick<PushDeviceRow, "id" | "sealName">,
): Statement {
  return db.delete(pushDevices).where(and(eq(pushDevices.id, id), eq(pushDevices.sealName, sealName)));
}

export function deletePushDevicesOf(db: Db, userId: number): Statement {
  return db.delete(pushDevices).where(eq(pushDevices.userId, userId));
}

export function updatePushDeviceRow(
  db: Db,
  { id, sealName }: Pick<PushDeviceRow, "id" | "sealName">,
  change: Pick<PushDeviceRow, "lastError"> & Partial<Pick<PushDeviceRow, "lastSentAt">>,
): Statement {
  const isThis = and(eq(pushDevices.id, id), eq(pushDevices.sealName, sealName));
  return db.update(pushDevices).set(change).where(isThis);
}

export function selectPushDeviceCounts(db: Db) {
  return db
    .select({ userId: pushDevices.userId, count: count() })
    .from(pushDevices)
    .groupBy(pushDevices.userId);
}
