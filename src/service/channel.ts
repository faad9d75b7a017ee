import {
  type ChannelRow,
  type ChannelView,
  deleteChannel,
  findChannel,
  insertChannel,
  isChannelKeyTaken,
  linkMonitors,
  listChannelKeysLike,
  readChannels,
  updateChannel,
} from "../data/channel.ts";
import { insertedId, isUniqueBreach, type Statement, save } from "../data/db.ts";
import { cancelDeliveries } from "../data/delivery.ts";
import { findMissingMonitors } from "../data/monitor.ts";
import { freeKey, slugOf } from "../domain/key.ts";
import { type OwnedConfig, showReferences, type VaultNames } from "../domain/vault_reference.ts";
import { AppError, invalid, notFound } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import type { Settings } from "../lib/settings.ts";
import type { ChannelType } from "../notify/channel_type.ts";
import { findChannelType } from "../notify/registry.ts";
import type { Channel, ChannelChange, NewChannel } from "../schema/channel.ts";
import { alertsOf } from "./alert_offer.ts";
import { recordAudit } from "./audit.ts";
import { channelOwner, channelTypeOf, checkChannelConfig } from "./channel_config.ts";
import { channelName } from "./channel_send.ts";
import type { Context } from "./context.ts";
import { maskSecretsWithTail, sealSecrets } from "./secrets.ts";
import { checkVaultUse, loadVaultNames, resolveVaultReferences } from "./vault_reference.ts";

export async function listAllChannels(context: Context): Promise<Channel[]> {
  const views = await readChannels(context.db);
  const names = await loadVaultNames(
    context.db,
    views.flatMap(({ channel }) => ownedConfig(channel) ?? []),
  );
  return await Promise.all(views.map((view) => toChannel(context, view, names)));
}

export async function getChannel(context: Context, id: number): Promise<Channel> {
  const [view] = await readChannels(context.db, id);
  if (!view) throw notFound("channel");
  const owned = ownedConfig(view.channel);
  return await toChannel(context, view, await loadVaultNames(context.db, owned ? [owned] : []));
}

export async function createChannel(
  context: Context,
  { monitorIds, ...wanted }: NewChannel,
): Promise<Channel> {
  const type = channelTypeOf(wanted.type);
  const config = await decideReferences(context, type, { before: null, given: wanted.config });
  await refuseMissingMonitors(context, monitorIds);
  for (let tries = 1; ; tries++) {
    const key = await chooseKey(context, wanted);
    const sealed = await sealSecrets(context.env, type, { config, stored: null, name: channelName(key) });
    const times = { createdAt: context.now, updatedAt: context.now };
    const id = await insert(context, { ...wanted, ...times, key, config: sealed }, monitorIds);
    if (id !== null) return await getChannel(context, id);
    if (wanted.key !== undefined || tries === 5) throw keyTaken(key);
  }
}

export async function changeChannel(context: Context, id: number, change: ChannelChange): Promise<Channel> {
  const [view] = await readChannels(context.db, id);
  if (!view) throw notFound("channel");
  const before = view.channel;
  const { monitorIds, ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<ChannelRow>;
  const isOtherType = given.type !== undefined && given.type !== before.type;
  if (isOtherType && given.config === undefined) {
    throw invalid("A new type needs a new config.", [
      { path: "config", message: "A new type needs a new config." },
    ]);
  }
  if (monitorIds) await refuseMissingMonitors(context, monitorIds);
  const type = channelTypeOf(given.type ?? before.type);
  if (given.config) {
    given.config = await sealSecrets(context.env, type, {
      config: await decideReferences(context, type, { before, given: given.config }),
      stored: isOtherType ? null : { config: before.config },
      name: channelName(before.key),
    });
  }
  const fields: string[] = Object.keys(given).filter(
    (name) => !isSame(given[name as keyof ChannelRow], before[name as keyof ChannelRow]),
  );
  if (
    monitorIds &&
    !isSame(
      monitorIds.toSorted((a, b) => a - b),
      view.monitorIds,
    )
  )
    fields.push("monitorIds");
  if (fields.length > 0) {
    await save(context.db, [
      updateChannel(context.db, id, { ...given, updatedAt: context.now }),
      ...(monitorIds ? linkMonitors(id, monitorIds) : []),
      recordChannel(context, "Update", { id, name: given.name ?? before.name }, { fields }),
    ]);
  }
  return await getChannel(context, id);
}

/** What waits to be sent through it is cancelled; what was sent stays in the history. */
export async function removeChannel(context: Context, id: number): Promise<void> {
  const row = await findChannel(context.db, id);
  if (!row) throw notFound("channel");
  await save(context.db, [
    cancelDeliveries(id),
    deleteChannel(context.db, id),
    recordChannel(context, "Delete", row),
  ]);
  context.waitUntil(
    alertsOf(context.env, id)
      .forget()
      .catch((error: unknown) => log("warn", "a deleted channel's object kept what it knew", { error })),
  );
}

export function recordChannel(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { id, name }: { id: number | "inserted"; name: string },
  details: Record<string, unknown> = {},
): Statement {
  return recordAudit(context, {
    action,
    entityType: "notification_channel",
    entityId: id,
    entityName: name,
    details,
  });
}

async function toChannel(
  context: Context,
  { channel, monitorIds }: ChannelView,
  names: VaultNames,
): Promise<Channel> {
  return { ...channel, config: await answeredConfig(context, channel, names), monitorIds };
}

/** With masks for secrets and names for vault references. */
async function answeredConfig(context: Context, row: ChannelRow, names: VaultNames): Promise<Settings> {
  const type = findChannelType(row.type);
  const owned = ownedConfig(row);
  if (!type || !owned) return row.config;
  const config = showReferences(names, owned);
  return await maskSecretsWithTail(context.env, type, { config, name: channelName(row.key) });
}

/** Null for a type that is no more. */
function ownedConfig({ type: name, config }: Pick<ChannelRow, "type" | "config">): OwnedConfig | null {
  const type = findChannelType(name);
  return type && { owner: channelOwner(type), config };
}

/** A config that was sent, checked, with ids in its vault references. */
async function decideReferences(
  context: Context,
  type: ChannelType,
  { before, given }: { before: ChannelRow | null; given: Settings },
): Promise<Settings> {
  const sent = { owner: channelOwner(type), config: checkChannelConfig(type, given) };
  const old = before && ownedConfig(before);
  const names = await loadVaultNames(context.db, old ? [old] : []);
  const answered = before && old && { ...old, config: await answeredConfig(context, before, names) };
  checkVaultUse(context, answered, sent);
  const stored = before?.type === type.type ? old : null;
  return await resolveVaultReferences(context, { ...sent, stored });
}

async function chooseKey(
  context: Context,
  wanted: { key?: string | undefined; name: string },
): Promise<string> {
  if (wanted.key !== undefined) {
    if (await isChannelKeyTaken(context.db, wanted.key)) throw keyTaken(wanted.key);
    return wanted.key;
  }
  const slug = slugOf(wanted.name, "channel");
  const taken = await listChannelKeysLike(context.db, slug);
  return freeKey(slug, (key) => taken.has(key));
}

/** Null when the key is taken. */
async function insert(
  context: Context,
  row: Omit<ChannelRow, "id">,
  monitorIds: readonly number[],
): Promise<number | null> {
  try {
    const results = await save(context.db, [
      insertChannel(context.db, row),
      ...linkMonitors("inserted", monitorIds),
      recordChannel(context, "Create", { id: "inserted", name: row.name }, { type: row.type }),
    ]);
    return insertedId(results);
  } catch (error) {
    if (isUniqueBreach(error)) return null;
    throw error;
  }
}

async function refuseMissingMonitors(context: Context, monitorIds: readonly number[]): Promise<void> {
  const missing = await findMissingMonitors(context.db, monitorIds);
  if (missing.length === 0) return;
  const message = `There is no monitor with the id ${missing.join(", ")}.`;
  throw invalid(message, [{ path: "monitorIds", message }]);
}

function keyTaken(key: string): AppError {
  return new AppError("conflict", `The key ${key} is taken: choose another.`);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
