import type { ChannelRow } from "../data/channel.ts";
import type { KeyPair } from "../data/document.ts";
import type { MonitorRow } from "../data/monitor.ts";
import { findCycle } from "../domain/dependencies.ts";
import { compareDocuments, mergeDependencies } from "../domain/document.ts";
import { needsVaultUse } from "../domain/vault_reference.ts";
import { AppError, type Problem } from "../lib/errors.ts";
import { isEqual } from "../lib/is_equal.ts";
import type { AnyDocument, ChannelDocument, ImportAnswer, MonitorDocument } from "../schema/document.ts";
import { checkMayAutoIncident } from "./auto_incident_rule.ts";
import { type Context, mayUse } from "./context.ts";
import { configKindOf, type DecidedConfig, decideConfig } from "./document_config.ts";
import type { ShapedDocument } from "./document_shape.ts";
import type { ConfigurationView, Viewed } from "./document_view.ts";
import { makeHeartbeat } from "./monitor.ts";

type Change = ImportAnswer["changes"][number];

/** What an import comes to: what it answers, and what is to be written. */
export interface Plan {
  changes: (Change & { name: string; type: string; given: string[] })[];
  channels: { create: Omit<ChannelRow, "id">[]; update: Omit<ChannelRow, "id">[] };
  monitors: { create: Omit<MonitorRow, "id">[]; update: Omit<MonitorRow, "id">[] };
  heartbeats: { key: string; heartbeatHash: string; heartbeatToken: string }[];
  notifications: { add: KeyPair[]; remove: KeyPair[] };
  dependencies: { add: KeyPair[]; remove: KeyPair[] };
  /** What depends on what afterwards. */
  graph: Map<string, readonly string[]>;
}

/** Permissions that follow from what a document changes; before anything it names is looked up. */
export function checkChanges(
  context: Context,
  documents: readonly ShapedDocument[],
  view: ConfigurationView,
): void {
  const require = (permission: "channels:write" | "vault:use") => {
    if (mayUse(context, permission)) return;
    throw new AppError("forbidden", `This API token needs the ${permission} permission.`);
  };
  for (const { body } of documents) {
    const before = viewedOf(view, body);
    const kind = configKindOf(body.kind, body);
    if (!kind) continue;
    if (body.kind === "Monitor") {
      const old = view.monitors.get(body.key);
      if (!isEqual(asSet(body.notifications), old?.document.notifications ?? [])) require("channels:write");
      const rule = ruleOf(body, view);
      const isSame = isEqual(autoIncidentOf(body, view), old?.document.autoIncident);
      if (rule.autoIncidentMinutes !== null && !isSame) checkMayAutoIncident(context, old?.row ?? null, rule);
    }
    const answered = before?.kind ? { owner: before.kind.owner, config: before.document.config } : null;
    if (needsVaultUse(answered, { owner: kind.owner, config: body.config })) require("vault:use");
  }
}

/** The second step: what the documents name and keep has to be there. Adds to the problems. */
export async function planImport(
  context: Context,
  documents: readonly ShapedDocument[],
  { view, problems }: { view: ConfigurationView; problems: Problem[] },
): Promise<Plan> {
  const bodies = documents.map(({ body }) => body);
  const monitors = bodies.filter((body) => body.kind === "Monitor");
  const graph = mergeDependencies(view.dependencies, monitors);
  const plan: Plan = {
    changes: [],
    channels: { create: [], update: [] },
    monitors: { create: [], update: [] },
    heartbeats: [],
    notifications: { add: [], remove: [] },
    dependencies: { add: [], remove: [] },
    graph,
  };
  const known = {
    channels: new Set([...view.channelKeys, ...keysOf(bodies, "NotificationChannel")]),
    monitors: new Set([...view.monitorKeys, ...keysOf(bodies, "Monitor")]),
  };
  for (const { place, body } of documents) {
    const before = viewedOf(view, body);
    const decided = await decideBody(context, body, { before, view });
    const own =
      body.kind === "Monitor" ? [...findMissing(body, known, view), ...decided.problems] : decided.problems;
    problems.push(...own.map(({ path, message }) => ({ path: `${place}.${path}`, message })));
    if (own.length > 0) continue;
    if (body.kind === "Monitor") await planMonitor(context, body, { view, decided, plan });
    else planChannel(context, body, { view, decided, plan });
  }
  const cycle = findCycle(graph);
  if (cycle) problems.push(tellCycle(cycle, documents));
  plan.changes.sort(compareDocuments);
  return plan;
}

async function decideBody(
  context: Context,
  body: AnyDocument,
  { before, view }: { before: Viewed<ChannelRow | MonitorRow, AnyDocument> | null; view: ConfigurationView },
): Promise<DecidedConfig> {
  const kind = configKindOf(body.kind, body);
  if (!kind) throw new Error(`no type ${body.type}`);
  const stored =
    before && before.row.type === body.type
      ? { config: before.row.config, written: before.document.config }
      : null;
  return await decideConfig(context, kind, { config: body.config, stored, names: view.names });
}

interface Decision {
  view: ConfigurationView;
  decided: DecidedConfig;
  plan: Plan;
}

function planChannel(context: Context, body: ChannelDocument, { view, decided, plan }: Decision): void {
  const before = view.channels.get(body.key);
  const fields = changedFields(body, before?.document, decided);
  note(plan, body, { fields: before ? fields : null });
  if (before && fields.length === 0) return;
  const { kind: _, ...settings } = body;
  const row = { ...settings, config: decided.config, createdAt: context.now, updatedAt: context.now };
  plan.channels[before ? "update" : "create"].push(row);
}

async function planMonitor(
  context: Context,
  body: MonitorDocument,
  { view, decided, plan }: Decision,
): Promise<void> {
  const before = view.monitors.get(body.key);
  const wanted = {
    ...body,
    notifications: asSet(body.notifications),
    dependsOn: asSet(body.dependsOn),
    autoIncident: autoIncidentOf(body, view),
  };
  const fields = changedFields(wanted, before?.document, decided);
  note(plan, body, { fields: before ? fields : null });
  changeLinks(plan.notifications, body.key, [before?.document.notifications ?? [], wanted.notifications]);
  changeLinks(plan.dependencies, body.key, [before?.document.dependsOn ?? [], wanted.dependsOn]);

  const isTold = configKindOf("Monitor", body)?.type.run === null;
  const heartbeat =
    isTold && (before?.row.heartbeatHash ?? null) === null ? await makeHeartbeat(context, body.key) : null;
  const ownFields = fields.filter((name) => name !== "notifications" && name !== "dependsOn");
  if (before && ownFields.length === 0) return;
  const { kind: _, notifications: __, dependsOn: ___, autoIncident: ____, ...settings } = wanted;
  const row = {
    ...settings,
    config: decided.config as Record<string, unknown>,
    paused: false,
    ...ruleOf(body, view),
    heartbeatHash: heartbeat?.heartbeatHash ?? null,
    heartbeatToken: heartbeat?.heartbeatToken ?? null,
    createdAt: context.now,
    updatedAt: context.now,
  };
  plan.monitors[before ? "update" : "create"].push(row);
  if (before && heartbeat) plan.heartbeats.push({ key: body.key, ...heartbeat });
}

/** Names of settings, in the order of the document. */
function changedFields(
  wanted: AnyDocument,
  before: AnyDocument | undefined,
  { isSame }: DecidedConfig,
): string[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(before ?? {})]);
  return [...names].filter((name) => {
    if (name === "kind" || name === "key") return false;
    if (name === "config") return !isSame;
    return !isEqual(Reflect.get(wanted, name), before && Reflect.get(before, name));
  });
}

function note(plan: Plan, body: AnyDocument, { fields }: { fields: string[] | null }): void {
  const { kind, key, name, type } = body;
  const given = fields ?? Object.keys(body).filter((field) => field !== "kind" && field !== "key");
  const action = fields === null ? "create" : fields.length > 0 ? "update" : "unchanged";
  plan.changes.push({ kind, key, action, ...(action === "update" && { fields: given }), name, type, given });
}

function changeLinks(
  links: { add: KeyPair[]; remove: KeyPair[] },
  key: string,
  [before, after]: [readonly string[], readonly string[]],
): void {
  const [old, wanted] = [new Set(before), new Set(after)];
  links.add.push(...after.filter((other) => !old.has(other)).map((other) => [key, other] as const));
  links.remove.push(...before.filter((other) => !wanted.has(other)).map((other) => [key, other] as const));
}

function findMissing(
  { notifications, dependsOn, autoIncident }: MonitorDocument,
  known: { channels: ReadonlySet<string>; monitors: ReadonlySet<string> },
  { templates }: ConfigurationView,
): Problem[] {
  const missing = (name: string, keys: readonly string[], there: ReadonlySet<string>, what: string) =>
    keys.flatMap((key, i) =>
      there.has(key)
        ? []
        : [
            {
              path: `${name}[${i}]`,
              message: `There is no ${what} with the key ${key}, stored or in the documents.`,
            },
          ],
    );
  const template = autoIncident?.template;
  return [
    ...missing("notifications", notifications, known.channels, "channel"),
    ...missing("dependsOn", dependsOn, known.monitors, "monitor"),
    ...(template === undefined || templates.some(({ name }) => name === template)
      ? []
      : [{ path: "autoIncident.template", message: `There is no incident template called ${template}.` }]),
  ];
}

/** As an export has it: nothing when it is off, and no name for the default template. */
function autoIncidentOf(
  { autoIncident }: MonitorDocument,
  { templates }: ConfigurationView,
): MonitorDocument["autoIncident"] {
  if (!autoIncident?.enabled) return undefined;
  const { template, ...rest } = autoIncident;
  const isDefault = templates.some(({ name, isDefault }) => isDefault && name === template);
  return { ...rest, ...(template !== undefined && !isDefault && { template }) };
}

/** As it is stored. */
function ruleOf(body: MonitorDocument, view: ConfigurationView) {
  const { afterMinutes = null, mode = "draft", template } = autoIncidentOf(body, view) ?? {};
  const id = template === undefined ? null : view.templates.find(({ name }) => name === template)?.id;
  // An unknown one is refused later; what it needs is the same.
  return {
    autoIncidentMinutes: afterMinutes,
    autoIncidentMode: mode,
    autoIncidentTemplateId: id ?? (template === undefined ? null : 0),
  };
}

function tellCycle(cycle: readonly string[], documents: readonly ShapedDocument[]): Problem {
  const own = documents.find(({ body }) => body.kind === "Monitor" && cycle.includes(body.key));
  const path = `${own?.place ?? `Monitor[${cycle[0]}]`}.dependsOn`;
  if (cycle.length === 1) return { path, message: "A monitor can't depend on itself." };
  const way = [...cycle, cycle[0]].slice(0, 12).join(" → ");
  return { path, message: `This would make a circle: ${way}${cycle.length > 11 ? " → …" : ""}.` };
}

function viewedOf(
  view: ConfigurationView,
  { kind, key }: AnyDocument,
): Viewed<ChannelRow | MonitorRow, AnyDocument> | null {
  return (kind === "Monitor" ? view.monitors.get(key) : view.channels.get(key)) ?? null;
}

function keysOf(bodies: readonly AnyDocument[], kind: AnyDocument["kind"]): string[] {
  return bodies.filter((body) => body.kind === kind).map(({ key }) => key);
}

function asSet(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}
