import { insertNotice } from "../../data/alert_notice.ts";
import {
  type ChannelRow,
  type ChannelView,
  deleteChannel,
  insertChannel,
  linkMonitors,
  readChannels,
  updateChannelRow,
} from "../../data/channel.ts";
import type { Statement } from "../../data/db.ts";
import { cancelDeliveries } from "../../data/delivery.ts";
import { raiseVersions } from "../../data/version.ts";
import { findTypeChangeProblem } from "../../domain/on_call/type_change.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { type OwnedConfig, showReferences, type VaultNames } from "../../domain/vault/reference.ts";
import type { Config } from "../../lib/config.ts";
import { differenceOf } from "../../lib/difference.ts";
import { invalid, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { maskAddresses } from "../../lib/redact.ts";
import type { ChannelType } from "../../notify/channel_type.ts";
import { findChannelType } from "../../notify/registry.ts";
import type { Channel, ChannelChange, NewChannel } from "../../schema/channel.ts";
import { ON_CALL } from "../../schema/on_call_channel.ts";
import type { Context } from "../context.ts";
import { checkSteps } from "../on_call/steps.ts";
import { entityOf, lastChangeBy, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { checkTypeChange, createKeyed } from "../record/keyed.ts";
import { checkExist } from "../record/objects_exist.ts";
import { maskSecretsWithTail, sealSecrets } from "../record/sealing.ts";
import { edit, objectOf } from "../record/version.ts";
import { checkVaultUse, loadVaultNames, resolveVaultReferences } from "../vault/reference.ts";
import { channelName, channelOwner, channelTypeOf, checkChannelConfig } from "./channel_send.ts";
import { offerNotice } from "./notice.ts";
import { alertsOf } from "./offer.ts";

export async function listAllChannels(context: Context): Promise<Channel[]> {
  const views = await readChannels(context.db);
  const names = await loadVaultNames(
    context.db,
    views.flatMap(({ channel }) => ownedConfig(channel) ?? []),
  );
  return await Promise.all(views.map((view) => toChannel(context, view, names)));
}

export async function getChannel(context: Context, id: number): Promise<Channel> {
  const view = await getView(context, id);
  const owned = ownedConfig(view.channel);
  return await toChannel(context, view, await loadVaultNames(context.db, owned ? [owned] : []));
}

export async function createChannel(
  context: Context,
  { monitorIds, ...wanted }: NewChannel,
): Promise<Channel> {
  const type = channelTypeOf(wanted.type);
  const config = await decideReferences(context, type, { before: null, given: wanted.config });
  await checkExist(context, "monitor", { monitorIds });
  const { key: chosen, name } = wanted;
  const id = await createKeyed(context, { kind: "channel", key: chosen, name }, async (key) => {
    const sealed = await sealSecrets(context.env, type, { config, stored: null, name: channelName(key) });
    const times = { createdAt: context.now, updatedAt: context.now };
    return insertStatements(context, { ...wanted, ...times, key, config: sealed }, monitorIds);
  });
  return await getChannel(context, id);
}

export async function updateChannel(
  context: Context,
  id: number,
  { version, ...change }: ChannelChange,
): Promise<Channel> {
  const load = async () => await getView(context, id);
  const noticeId = crypto.randomUUID();
  const toNotice = ({ key }: { key: string }) => ({ id: noticeId, at: context.now, channelKeys: [key] });
  const decide = async (view: ChannelView) => {
    const statements = await decideChange(context, view, change);
    if (!change.alertPolicy || statements.length === 0) return statements;
    return [...statements, insertNotice(context.db, toNotice(view.channel))];
  };
  await edit(context, { object: objectOf("notification_channel", id), version, load, decide });
  const channel = await getChannel(context, id);
  if (change.alertPolicy) await offerNotice(context.env, toNotice(channel));
  return channel;
}

async function decideChange(
  context: Context,
  { channel: before, monitorIds: oldIds }: ChannelView,
  { monitorIds, ...rest }: Omit<ChannelChange, "version">,
): Promise<Statement[]> {
  const { id } = before;
  const given = givenOf<ChannelRow>(rest);
  const isAnother = checkTypeChange(before, given);
  const problem = findTypeChangeProblem(before.type, given.type ?? before.type);
  if (problem) throw invalid(problem.message, [problem]);
  await checkExist(context, "monitor", { monitorIds });
  const type = channelTypeOf(given.type ?? before.type);
  if (given.config) {
    given.config = await sealSecrets(context.env, type, {
      config: await decideReferences(context, type, { before, given: given.config }),
      stored: isAnother ? null : { config: before.config },
      name: channelName(before.key),
    });
  }
  const newIds = monitorIds?.toSorted((a, b) => a - b) ?? oldIds;
  const changes = decideChanges(
    { ...pick(before, given), monitorIds: oldIds },
    { ...given, monitorIds: newIds },
  );
  if (Object.keys(changes).length === 0) return [];
  return [
    updateChannelRow(context.db, id, { ...given, updatedAt: context.now }),
    ...(monitorIds ? linkMonitors(context.db, id, monitorIds) : []),
    ...recordUpdate(context, {
      ...entityOf("notification_channel", { id, name: given.name ?? before.name }),
      changes,
    }),
    // Monitors list their channels too: open edits of the old list must conflict.
    ...raiseVersions(
      differenceOf(oldIds, newIds).map((monitor) => objectOf("monitor", monitor)),
      lastChangeBy(context),
    ),
  ];
}

export async function removeChannel(context: Context, id: number): Promise<void> {
  await edit(context, {
    object: objectOf("notification_channel", id),
    version: undefined,
    load: async () => await getView(context, id),
    decide: async ({ channel }) => [
      ...cancelDeliveries(context.db, id),
      deleteChannel(context.db, id),
      ...recordRemoval(context, entityOf("notification_channel", channel)),
    ],
  });
  context.waitUntil(
    alertsOf(context.env, id)
      .forget()
      .catch((error: unknown) => log("warn", "failed to clear a deleted channel's object", { error })),
  );
}

async function getView(context: Context, id: number): Promise<ChannelView> {
  const [view] = await readChannels(context.db, id);
  if (!view) throw notFound("channel");
  return view;
}

async function toChannel(
  context: Context,
  { channel, version, monitorIds }: ChannelView,
  names: VaultNames,
): Promise<Channel> {
  return { ...channel, version, config: await shownConfig(context, channel, names), monitorIds };
}

async function shownConfig(context: Context, row: ChannelRow, names: VaultNames): Promise<Config> {
  const type = findChannelType(row.type);
  const owned = ownedConfig(row);
  if (!type || !owned) return row.config;
  const config = showReferences(names, owned);
  return maskAddresses(await maskSecretsWithTail(context.env, type, { config, name: channelName(row.key) }));
}

function ownedConfig({ type: name, config }: Pick<ChannelRow, "type" | "config">): OwnedConfig | null {
  const type = findChannelType(name);
  return type && { owner: channelOwner(type), config };
}

async function decideReferences(
  context: Context,
  type: ChannelType,
  { before, given }: { before: ChannelRow | null; given: Config },
): Promise<Config> {
  const sent = { owner: channelOwner(type), config: checkChannelConfig(type, given) };
  if (type.type === ON_CALL) await checkSteps(context, sent.config);
  const old = before && ownedConfig(before);
  const names = await loadVaultNames(context.db, old ? [old] : []);
  const shown = before && old && { ...old, config: await shownConfig(context, before, names) };
  checkVaultUse(context, shown, sent);
  const stored = before?.type === type.type ? old : null;
  return await resolveVaultReferences(context, { ...sent, stored });
}

function insertStatements(
  context: Context,
  row: Omit<ChannelRow, "id">,
  monitorIds: readonly number[],
): Statement[] {
  const { createdAt: _at, updatedAt: _then, ...settings } = row;
  return [
    insertChannel(context.db, row),
    ...linkMonitors(context.db, "inserted", monitorIds),
    recordAudit(context, {
      ...entityOf("notification_channel", { id: "inserted", name: row.name }),
      action: "Create",
      details: { type: row.type, fields: listSettings({ ...settings, monitorIds }) },
    }),
    ...raiseVersions(
      monitorIds.map((monitor) => objectOf("monitor", monitor)),
      lastChangeBy(context),
    ),
  ];
}
