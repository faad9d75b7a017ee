import type { ActionRow } from "../../data/action.ts";
import type { ChannelRow } from "../../data/channel.ts";
import { readConfiguration, type StoredConfiguration, type WantedKeys } from "../../data/document.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import { toActionDocument, toChannelDocument, toMonitorDocument } from "../../domain/config/form.ts";
import type { VaultNames } from "../../domain/vault/reference.ts";
import { restoreAddresses } from "../../lib/redact.ts";
import type { ActionDocument, AnyDocument, ChannelDocument, MonitorDocument } from "../../schema/document.ts";
import { ON_CALL } from "../../schema/on_call_channel.ts";
import type { Context } from "../context.ts";
import { loadStepNames, type StepNames, writeSteps } from "../on_call/steps_document.ts";
import { loadVaultNames } from "../vault/reference.ts";
import { type ConfigKind, configKindOf, writtenConfig } from "./settings.ts";

export interface DocumentView<Row = AnyRow, Document = AnyDocument> {
  row: Row;
  kind: ConfigKind | null;
  document: Document;
}

type AnyRow = ChannelRow | MonitorRow | ActionRow;

export interface ConfigurationView {
  version: number;
  NotificationChannel: ReadonlyMap<string, DocumentView<ChannelRow, ChannelDocument>>;
  Monitor: ReadonlyMap<string, DocumentView<MonitorRow, MonitorDocument>>;
  Action: ReadonlyMap<string, DocumentView<ActionRow, ActionDocument>>;
  keys: Readonly<Record<AnyDocument["kind"], ReadonlySet<string>>>;
  dependencies: readonly { key: string; dependsOn: string }[];
  names: VaultNames;
  templates: StoredConfiguration["templates"];
  stepNames: StepNames | null;
  agentKeys: ReadonlySet<string>;
}

export async function viewConfiguration(
  context: Context,
  wanted: WantedKeys & {
    sent: readonly AnyDocument[];
    scheduleKeys?: readonly string[];
    nextDefault?: string | undefined;
  },
): Promise<ConfigurationView> {
  const stored = withDefault(await readConfiguration(context.db, wanted), wanted.nextDefault);
  const names = await loadVaultNames(context.db, [
    ...ownedBy("NotificationChannel", stored.channels),
    ...ownedBy("Monitor", stored.monitors),
    ...ownedBy("Action", stored.actions),
    ...wanted.sent.flatMap((body) => ownedBy(body.kind, [body])),
  ]);
  const view = <Row extends AnyRow, Document extends AnyDocument>(
    kindName: Document["kind"],
    rows: readonly Row[],
    toDocument: (row: Row, config: Document["config"]) => Document,
  ) => viewRows(context, rows, { kindName, names, toDocument });
  const hasSteps = [...stored.channels, ...wanted.sent].some((one) => "type" in one && one.type === ON_CALL);
  const stepNames = hasSteps ? await loadStepNames(context.db, wanted.sent, wanted.scheduleKeys ?? []) : null;
  const toChannel = (row: ChannelRow, config: ChannelDocument["config"]) =>
    toChannelDocument(row, row.type === ON_CALL && stepNames ? writeSteps(config, stepNames) : config);
  const toMonitor = toMonitorDocument(stored);
  const toAction = toActionDocument(stored);
  return {
    version: stored.version,
    NotificationChannel: await view("NotificationChannel", stored.channels, toChannel),
    Monitor: await view("Monitor", stored.monitors, toMonitor),
    Action: await view("Action", stored.actions, toAction),
    keys: {
      NotificationChannel: new Set(stored.channelKeys.values()),
      Monitor: new Set(stored.monitorKeys.values()),
      Action: new Set(stored.actionKeys.values()),
    },
    dependencies: stored.dependencies.flatMap(({ monitorId, dependsOnId }) => {
      const [key, dependsOn] = [stored.monitorKeys.get(monitorId), stored.monitorKeys.get(dependsOnId)];
      return key !== undefined && dependsOn !== undefined ? [{ key, dependsOn }] : [];
    }),
    names,
    templates: stored.templates,
    stepNames,
    agentKeys: stored.agentKeys,
  };
}

/** Omitting a template means the default one, so documents that change the default are compared by the new one. */
function withDefault(stored: StoredConfiguration, name: string | undefined): StoredConfiguration {
  if (name === undefined) return stored;
  return { ...stored, templates: stored.templates.map((one) => ({ ...one, isDefault: one.name === name })) };
}

export function findViewed(view: ConfigurationView, { kind, key }: AnyDocument): DocumentView | null {
  return view[kind].get(key) ?? null;
}

export function withStoredAddresses(view: ConfigurationView, body: AnyDocument): AnyDocument {
  const stored = findViewed(view, body)?.document.config ?? null;
  return { ...body, config: restoreAddresses(body.config, stored) };
}

async function viewRows<Row extends AnyRow, Document extends AnyDocument>(
  context: Context,
  rows: readonly Row[],
  {
    kindName,
    names,
    toDocument,
  }: {
    kindName: Document["kind"];
    names: VaultNames;
    toDocument: (row: Row, config: Document["config"]) => Document;
  },
): Promise<Map<string, DocumentView<Row, Document>>> {
  const viewed = rows.map(async (row) => {
    const kind = configKindOf(kindName, row);
    const config = await writtenConfig(context, kind, { config: row.config, names });
    return [row.key, { row, kind, document: toDocument(row, config) }] as const;
  });
  return new Map(await Promise.all(viewed));
}

function ownedBy(
  kindName: AnyDocument["kind"],
  objects: readonly { key: string; type?: string; config: AnyDocument["config"] }[],
) {
  return objects.flatMap((object) => {
    const kind = configKindOf(kindName, object);
    return kind ? [{ owner: kind.owner, config: object.config }] : [];
  });
}
