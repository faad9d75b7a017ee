import {
  type ActionRow,
  type ActionView,
  deleteAction,
  findAction,
  insertAction,
  readActions,
  setFailureChannels,
  updateActionRow,
} from "../../data/action.ts";
import { cancelRunsOf } from "../../data/action_run.ts";
import type { Statement } from "../../data/db.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { ACTION_KIND, actionSealName } from "../../domain/action/config.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import type { VaultNames } from "../../domain/vault/reference.ts";
import type { Config } from "../../lib/config.ts";
import { notFound } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import type { Action, ActionChange, NewAction } from "../../schema/action.ts";
import type { Context } from "../context.ts";
import { announceMonitor, announceMonitors } from "../monitor/monitor_edit.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { createKeyed } from "../record/keyed.ts";
import { checkExist } from "../record/objects_exist.ts";
import { sealSecrets } from "../record/sealing.ts";
import { edit, objectOf } from "../record/version.ts";
import { loadVaultNames } from "../vault/reference.ts";
import { checkActionConfig } from "./config.ts";
import { ownedByAction, resolveActionSecrets, shownActionConfig } from "./secrets.ts";

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
  await checkExist(context, "channel", { failureNotifications });
  const { name, enabled } = wanted;
  const id = await createKeyed(context, { kind: "action", key: wanted.key, name }, async (key) => {
    const stored = { config: resolved, stored: null, name: actionSealName(key) };
    const config = await sealSecrets(context.env, ACTION_KIND, stored);
    const times = { createdAt: context.now, updatedAt: context.now };
    return insertStatements(context, { key, name, enabled, config, ...times }, failureNotifications);
  });
  return await getAction(context, id);
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
  const given = givenOf<ActionRow>(rest);
  if (given.config) given.config = await decideConfig(context, before, given.config);
  await checkExist(context, "channel", { failureNotifications });
  const channels = failureNotifications?.toSorted((a, b) => a - b);
  const changes = decideChanges(
    { ...pick(before, given), failureNotifications: channelIds },
    { ...given, failureNotifications: channels ?? channelIds },
  );
  if (Object.keys(changes).length === 0) return [];
  return [
    updateActionRow(context.db, id, { ...given, updatedAt: context.now }),
    ...(channels ? setFailureChannels(context.db, id, channels) : []),
    ...recordUpdate(context, {
      ...entityOf("action", { id, name: given.name ?? before.name }),
      changes,
    }),
  ];
}

export async function removeAction(context: Context, id: number): Promise<void> {
  let monitorIds: readonly number[] = [];
  await edit(context, {
    object: objectOf("action", id),
    version: undefined,
    load: async () => await getView(context, id),
    decide: async ({ action, links }) => {
      monitorIds = [...new Set(links.map(({ monitorId }) => monitorId))];
      return [
        deleteAction(context.db, id),
        ...cancelRunsOf(context.db, id, context.now),
        ...recordRemoval(context, entityOf("action", action)),
        markMonitorsStale(monitorIds),
      ];
    },
  });
  await announceMonitors(context);
  for (const monitorId of monitorIds) announceMonitor(context, "monitor.updated", monitorId);
}

export async function getActionRow(context: Context, id: number): Promise<ActionRow> {
  const row = await findAction(context.db, id);
  if (!row) throw notFound("action");
  return row;
}

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
    config: shownActionConfig(names, action.config),
    failureNotifications: channelIds,
    monitors: links.map(({ monitorId, monitorName, onStatus, delayMinutes, cooldownMinutes }) => {
      return { monitorId, name: monitorName, onStatus, delayMinutes, cooldownMinutes };
    }),
  };
}

function insertStatements(
  context: Context,
  row: Omit<ActionRow, "id">,
  channelIds: readonly number[],
): Statement[] {
  const { createdAt: _at, updatedAt: _then, ...settings } = row;
  return [
    insertAction(context.db, row),
    ...setFailureChannels(context.db, "inserted", channelIds),
    recordAudit(context, {
      ...entityOf("action", { id: "inserted", name: row.name }),
      action: "Create",
      details: { fields: listSettings({ ...settings, failureNotifications: channelIds }) },
    }),
  ];
}
