import { isProbed, NO_LOCATIONS } from "../../../../src/domain/monitor/rule.ts";
import { pick } from "../../../../src/lib/pick.ts";
import type { Channel } from "../../../../src/schema/channel.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { Location } from "../../../../src/schema/place.ts";
import { type Edited, readTimeout, type Sent } from "../../../lib/edit.ts";
import type { NumberText } from "../../../ui/number_text.ts";
import { getMonitorChannels, updateMonitorChannels } from "../../api/channel.ts";
import {
  cloneMonitor,
  createMonitor,
  getMonitor,
  type MonitorType,
  type Tag,
  updateMonitor,
  updateMonitorDependencies,
  updateMonitorPaused,
} from "../../api/monitor.ts";
import { nameMonitors } from "../../live/monitor_names.ts";
import { defaultsOf, type SchemaNode } from "../../schema_form/node.ts";
import { text } from "../../text/monitor_form.ts";
import { text as placeText } from "../../text/place.ts";

export interface MonitorValues {
  name: string;
  publicName: string | null;
  publicDescription: string | null;
  type: string;
  config: Readonly<Record<string, unknown>>;
  intervalSecs: NumberText;
  timeoutMs: NumberText;
  retries: NumberText;
  failureThreshold: NumberText;
  recoveryThreshold: NumberText;
  tags: readonly Tag[];
  dependsOnIds: readonly number[];
  autoIncidentMinutes: NumberText;
  autoIncidentMode: "draft" | "published";
  autoIncidentTemplateId: number | null;
  agent: string | null;
  locations: readonly Location[];
  confirmFrom: NumberText;
  everyPlaceEvery: NumberText;
  paused: boolean;
  channelIds: readonly number[];
}

type Body = Omit<Parameters<typeof createMonitor>[0], "key">;

/** The form shows no agent or regions for types that are not checked, whatever was chosen before. */
const NO_PLACES = { agent: null, ...NO_LOCATIONS } as Partial<Body>;

export type StoredMonitor = Monitor & { channelIds: readonly number[] };

export async function getStoredMonitor(id: number, signal: AbortSignal): Promise<StoredMonitor> {
  const [monitor, { channelIds }] = await Promise.all([
    getMonitor(id, signal),
    getMonitorChannels(signal, id),
  ]);
  return { ...monitor, channelIds };
}

function newValues(type: MonitorType | undefined, channels: readonly Channel[] = []): MonitorValues {
  return {
    name: "",
    publicName: null,
    publicDescription: null,
    type: type?.type ?? "",
    config: type ? defaultsOf(type.schema as SchemaNode) : {},
    intervalSecs: 60,
    timeoutMs: 10_000,
    retries: 1,
    failureThreshold: 1,
    recoveryThreshold: 1,
    tags: [],
    dependsOnIds: [],
    autoIncidentMinutes: null,
    autoIncidentMode: "draft",
    autoIncidentTemplateId: null,
    agent: null,
    ...NO_LOCATIONS,
    paused: false,
    channelIds: channels
      .filter(({ isDefault, allMonitors }) => isDefault && !allMonitors)
      .map(({ id }) => id),
  };
}

export function valuesOf(monitor: StoredMonitor, type: MonitorType | undefined): MonitorValues {
  const empty = newValues(undefined);
  const defaults = type ? defaultsOf(type.schema as SchemaNode) : {};
  return { ...empty, ...pick(monitor, empty), config: { ...defaults, ...monitor.config } };
}

/** A clone to begin with: the same but for its name, and checked. */
function clonedValues(values: MonitorValues): MonitorValues {
  return { ...values, name: text.cloneName(values.name), paused: false };
}

/**
 * Sends one request after another. `onStep` gets the stored monitor after each, and a retry continues where
 * the first attempt was refused.
 */
interface Beginning {
  types: readonly MonitorType[];
  channels: readonly Channel[];
  stored: StoredMonitor | null;
  source?: StoredMonitor | null;
}

export function beginWith(
  { types, channels, stored, source }: Beginning,
  toValues: (monitor: StoredMonitor) => MonitorValues,
): MonitorValues {
  if (stored) return toValues(stored);
  return source ? clonedValues(toValues(source)) : newValues(types[0], channels);
}

export async function saveMonitor(
  values: MonitorValues,
  before: StoredMonitor | null,
  {
    sent,
    source,
    onStep,
  }: {
    sent: Sent<MonitorValues>;
    source: StoredMonitor | null;
    onStep: (stored: StoredMonitor) => void;
  },
): Promise<StoredMonitor> {
  const { dependsOnIds, paused, channelIds, ...rest } = values;
  const cleared = isProbed(values) ? null : NO_PLACES;
  const body = { ...rest, ...cleared } as unknown as Body;
  const take = (part: Partial<StoredMonitor>): void => {
    stored = { ...stored, ...part };
    onStep(stored);
  };
  let stored: StoredMonitor = before
    ? {
        ...before,
        ...(await updateMonitor(before.id, { ...sent.only(body), ...(sent.isChanged("type") && cleared) })),
      }
    : await (source ? cloneMonitor(source.id, body) : createMonitor(body));
  onStep(stored);
  if (!isSameSet(stored.dependsOnIds, dependsOnIds)) {
    take(await updateMonitorDependencies(stored.id, dependsOnIds));
  }
  if (!isSameSet(stored.channelIds, channelIds)) take(await updateMonitorChannels(stored.id, channelIds));
  if (stored.paused !== paused) take(await updateMonitorPaused(stored.id, paused));
  return stored;
}

export function editOf(
  stored: StoredMonitor,
  {
    toValues,
    onTaken,
  }: Pick<Edited<MonitorValues, StoredMonitor>, "toValues"> & {
    onTaken: (stored: StoredMonitor) => void;
  },
): Edited<MonitorValues, StoredMonitor> {
  return {
    stored,
    read: async () => await getStoredMonitor(stored.id, readTimeout()),
    toValues,
    onTaken,
    ties: [["type", "config"]],
    labels: {
      name: text.name,
      publicName: text.page.name,
      publicDescription: text.page.description,
      type: text.type,
      config: text.settings.title,
      intervalSecs: text.interval,
      timeoutMs: text.timeout,
      retries: text.retries,
      failureThreshold: text.failureThreshold,
      recoveryThreshold: text.recoveryThreshold,
      tags: text.tags,
      dependsOnIds: text.dependsOn,
      autoIncidentMinutes: text.incident.after,
      autoIncidentMode: text.incident.mode,
      autoIncidentTemplateId: text.incident.template,
      agent: text.agent,
      locations: placeText.locations,
      confirmFrom: placeText.confirmFrom,
      everyPlaceEvery: placeText.everyPlaceEvery,
      paused: text.paused,
      channelIds: text.alerts.title,
    },
    describe: { dependsOnIds: nameMonitors },
  };
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
