import {
  type ActionRow,
  type ActionView,
  deleteAction,
  findAction,
  insertAction,
  isActionKeyTaken,
  listActionKeysLike,
  readActions,
  setFailureChannels,
  updateActionRow,
} from "../../data/action.ts";
import { cancelRunsOf } from "../../data/action_run.ts";
import { listMissingChannels } from "../../data/channel.ts";
import { insertedId, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import { freeKey, slugOf } from "../../domain/config/key.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import type { VaultNames } from "../../domain/vault/reference.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { pick } from "../../lib/pick.ts";
import type { Action, ActionChange, NewAction } from "../../schema/action.ts";
import type { Context } from "../context.ts";
import { announceMonitor, saveAndAnnounce } from "../monitor/monitor.ts";
import { recordAudit, recordRemoval, recordUpdate } from "../system/audit.ts";
import { edit, objectOf } from "../system/version.ts";
import { loadVaultNames } from "../vault/reference.ts";
import { sealSecrets } from "../vault/sealing.ts";
import { ACTION_KIND, actionSealName, checkActionConfig } from "./config.ts";
import { answeredActionConfig, ownedByAction, resolveActionSecrets } from "./secrets.ts";

export async function listAllActions(context: Context): Promise<Action[]> {
  const views = await readActions(context.db);
  const names = await loadVaultNames(
    context.db,
    views.map(({ action }) => ownedByAction(action.config)),
  );
  return views.map((view) => toAction(view, names));
}

export async function getAction(context: Context, id: number): Promise<Action> {
  const view = await getView(context, id);
  return toAction(view, await loadVaultNames(context.db, [ownedByAction(view.action.config)]));
}

export async function createAction(
  context: Context,
  { failureNotifications, ...wanted }: NewAction,
): Promise<Action> {
  const checked = checkActionConfig(wanted.config);
  const resolved = await resolveActionSecrets(context, { config: checked, stored: null });
  await refuseMissingChannels(context, failureNotifications);
  for (let tries = 1; ; tries++) {
    const key = await chooseKey(context, wanted);
    const config = await sealSecrets(context.env, ACTION_KIND, {
      config: resolved,
      stored: null,
      name: actionSealName(key),
    });
    const times = { createdAt: context.now, updatedAt: context.now };
    const { name, enabled } = wanted;
    const id = await insert(context, { key, name, enabled, config, ...times }, failureNotifications);
    if (id !== null) return await getAction(context, id);
    // Somebody took the key in between: a made one is made again, a chosen one is a conflict.
    if (wanted.key !== undefined || tries === 5) throw keyTaken(key);
  }
}

export async function updateAction(
  context: Context,
  id: number,
  { version, ...change }: ActionChange,
): Promise<Action> {
  const load = async () => await getView(context, id);
  const decide = async (view: ActionView) => await decideChange(context, view, change);
  await edit(context, { object: objectOf("action", id), version, load, decide });
  return await getAction(context, id);
}

async function decideChange(
  context: Context,
  { action: before, channelIds }: ActionView,
  { failureNotifications, ...rest }: Omit<ActionChange, "version">,
): Promise<Statement[]> {
  const { id } = before;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<ActionRow>;
  if (given.config) given.config = await decideConfig(context, before, given.config);
  if (failureNotifications) await refuseMissingChannels(context, failureNotifications);
  const channels = failureNotifications?.toSorted((a, b) => a - b);
  const changes = decideChanges(
    { ...pick(before, given), failureNotifications: channelIds },
    { ...given, failureNotifications: channels ?? channelIds },
  );
  if (Object.keys(changes).length === 0) return [];
  return [
    updateActionRow(context.db, id, { ...given, updatedAt: context.now }),
    ...(channels ? setFailureChannels(id, channels) : []),
    ...recordUpdate(context, {
      ...{ object: objectOf("action", id), changes, entityType: "action", entityId: id },
      entityName: given.name ?? before.name,
    }),
  ];
}

/** Its links go with it; what waits to be run is cancelled, what has run stays in the history. */
export async function removeAction(context: Context, id: number): Promise<void> {
  const { action, links } = await getView(context, id);
  const monitorIds = [...new Set(links.map(({ monitorId }) => monitorId))];
  await saveAndAnnounce(context, monitorIds, [
    deleteAction(context.db, id),
    cancelRunsOf(id, context.now),
    ...recordRemoval(context, {
      ...{ object: objectOf("action", id), entityType: "action", entityId: id },
      entityName: action.name,
    }),
  ]);
  for (const monitorId of monitorIds) announceMonitor(context, "monitor.updated", monitorId);
}

export async function getActionRow(context: Context, id: number): Promise<ActionRow> {
  const row = await findAction(context.db, id);
  if (!row) throw notFound("action");
  return row;
}

export function recordAction(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { id, name }: { id: number | "inserted"; name: string },
  details: Record<string, unknown> = {},
): Statement {
  return recordAudit(context, { action, entityType: "action", entityId: id, entityName: name, details });
}

/** Masks and references keep what is stored. */
async function decideConfig(context: Context, before: ActionRow, config: Config): Promise<Config> {
  const checked = checkActionConfig(config);
  const resolved = await resolveActionSecrets(context, { config: checked, stored: before.config });
  return await sealSecrets(context.env, ACTION_KIND, {
    config: resolved,
    stored: { config: before.config },
    name: actionSealName(before.key),
  });
}

async function getView(context: Context, id: number): Promise<ActionView> {
  const [view] = await readActions(context.db, id);
  if (!view) throw notFound("action");
  return view;
}

function toAction({ action, version, channelIds, links }: ActionView, names: VaultNames): Action {
  return {
    ...action,
    version,
    config: answeredActionConfig(names, action.config),
    failureNotifications: channelIds,
    monitors: links.map(({ monitorId, monitorName, onStatus, delayMinutes, cooldownMinutes }) => {
      return { monitorId, name: monitorName, onStatus, delayMinutes, cooldownMinutes };
    }),
  };
}

async function chooseKey(
  context: Context,
  wanted: { key?: string | undefined; name: string },
): Promise<string> {
  if (wanted.key !== undefined) {
    if (await isActionKeyTaken(context.db, wanted.key)) throw keyTaken(wanted.key);
    return wanted.key;
  }
  const slug = slugOf(wanted.name, "action");
  const taken = await listActionKeysLike(context.db, slug);
  return freeKey(slug, (key) => taken.has(key));
}

/** Null when the key is taken. */
async function insert(
  context: Context,
  row: Omit<ActionRow, "id">,
  channelIds: readonly number[],
): Promise<number | null> {
  const { createdAt: _at, updatedAt: _then, ...settings } = row;
  try {
    const results = await save(context.db, [
      insertAction(context.db, row),
      ...setFailureChannels("inserted", channelIds),
      recordAction(
        context,
        "Create",
        { id: "inserted", name: row.name },
        { fields: listSettings({ ...settings, failureNotifications: channelIds }) },
      ),
    ]);
    return insertedId(results);
  } catch (error) {
    if (isUniqueBreach(error)) return null;
    throw error;
  }
}

async function refuseMissingChannels(context: Context, channelIds: readonly number[]): Promise<void> {
  const missing = await listMissingChannels(context.db, channelIds);
  if (missing.length === 0) return;
  const message = `There is no channel with the id ${missing.join(", ")}.`;
  throw invalid(message, [{ path: "failureNotifications", message }]);
}

function keyTaken(key: string): AppError {
  return new AppError("conflict", `The key ${key} is taken: choose another.`);
}
