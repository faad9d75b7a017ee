import type { ActionRow } from "../../data/action.ts";
import type { ChannelRow } from "../../data/channel.ts";
import type { ActionLinkChange, KeyPair } from "../../data/document_write.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import { asSet, compareDocuments, inLinkOrder, mergeDependencies } from "../../domain/config/document.ts";
import { describeCycle, findMissing, knownKeys } from "../../domain/config/references.ts";
import { findCycle } from "../../domain/monitor/dependencies.ts";
import { defaultIntervalSecs, HEARTBEAT_TYPE, locationRuleOf } from "../../domain/monitor/rule.ts";
import { findTypeChangeProblem } from "../../domain/on_call/type_change.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import type { Config } from "../../lib/config.ts";
import type { Problem } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { pick } from "../../lib/pick.ts";
import type {
  ActionDocument,
  AnyDocument,
  ChannelDocument,
  ImportResponse,
  MonitorDocument,
} from "../../schema/document.ts";
import type { DocumentKind } from "../../schema/document_kind.ts";
import { ON_CALL } from "../../schema/on_call_channel.ts";
import type { Context } from "../context.ts";
import { decideHeartbeat, type HeartbeatToken } from "../monitor/heartbeat.ts";
import { readSteps } from "../on_call/steps_document.ts";
import { autoIncidentOf, ruleOf } from "./auto_incident.ts";
import { findAgentProblems } from "./document_agent.ts";
import { type ConfigKind, configKindOf, type DecidedConfig, decideConfig, withSealed } from "./settings.ts";
import type { ShapedDocument } from "./shape.ts";
import { type ConfigurationView, type DocumentView, findViewed } from "./view.ts";

type Change = ImportResponse["changes"][number] & { kind: DocumentKind };

interface Rows<Row> {
  create: Omit<Row, "id">[];
  update: Omit<Row, "id">[];
}

interface Links {
  add: KeyPair[];
  remove: KeyPair[];
}

type Mutable<T> = { [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

export interface Plan {
  changes: (Change & {
    name: string;
    details: Record<string, unknown>;
  })[];
  channels: Rows<ChannelRow>;
  monitors: Rows<MonitorRow>;
  actions: Rows<ActionRow>;
  heartbeats: (HeartbeatToken & { key: string })[];
  notifications: Links;
  dependencies: Links;
  failureChannels: Links;
  actionLinks: Mutable<ActionLinkChange>;
  graph: Map<string, readonly string[]>;
}

export async function planImport(
  context: Context,
  documents: readonly ShapedDocument[],
  { view, problems }: { view: ConfigurationView; problems: Problem[] },
): Promise<Plan> {
  const bodies = documents.map(({ body }) => body);
  const graph = mergeDependencies(
    view.dependencies,
    bodies.filter((body) => body.kind === "Monitor"),
  );
  const plan: Plan = {
    changes: [],
    channels: { create: [], update: [] },
    monitors: { create: [], update: [] },
    actions: { create: [], update: [] },
    heartbeats: [],
    notifications: { add: [], remove: [] },
    dependencies: { add: [], remove: [] },
    failureChannels: { add: [], remove: [] },
    actionLinks: { put: [], remove: [] },
    graph,
  };
  const known = knownKeys(view.keys, bodies);
  for (const { place, body } of documents) {
    const decided = await decideBody(context, body, view);
    const own = [...findMissing(body, known, view), ...decided.problems];
    problems.push(...own.map(({ path, message }) => ({ path: `${place}.${path}`, message })));
    if (own.length > 0) continue;
    if (body.kind === "Monitor") await planMonitor(context, body, { view, decided, plan });
    else if (body.kind === "Action") planAction(context, body, { view, decided, plan });
    else planChannel(context, body, { view, decided, plan });
  }
  const cycle = findCycle(graph);
  if (cycle) problems.push(describeCycle(cycle, documents));
  plan.changes.sort(compareDocuments);
  return plan;
}

async function decideBody(
  context: Context,
  body: AnyDocument,
  view: ConfigurationView,
): Promise<DecidedConfig> {
  const kind = configKindOf(body.kind, body);
  if (!kind) throw new Error("a document without a type came past its shape");
  const before = findViewed(view, body);
  const isSameType = before?.kind?.owner.type === kind.owner.type;
  const typeProblem =
    body.kind === "NotificationChannel" && before?.kind
      ? findTypeChangeProblem(before.kind.owner.type, kind.owner.type)
      : null;
  const stored = before && isSameType ? { config: before.row.config, written: before.document.config } : null;
  const found = await decideConfig(context, kind, { config: body.config, stored, names: view.names });
  const ofAgent = findAgentProblems(body, found, { kind, before, names: view.names });
  const own = typeProblem ? [typeProblem] : [];
  const decided = { ...found, problems: [...own, ...found.problems, ...ofAgent] };
  if (kind.owner.type !== ON_CALL || !view.stepNames) return decided;
  const { config, problems } = readSteps(decided.config, view.stepNames, before?.row.config);
  // A user may have been deleted and added again with the same address.
  const isSame = decided.isSame && isEqual(usersOf(config), usersOf(before?.row.config));
  return { ...decided, config, isSame, problems: [...decided.problems, ...problems] };
}

function usersOf(config: Config | undefined): unknown[] {
  const steps = (config?.["steps"] ?? []) as { target: { userIds?: number[] } }[];
  return steps.map(({ target }) => target.userIds ?? null);
}

interface Decision {
  view: ConfigurationView;
  decided: DecidedConfig;
  plan: Plan;
}

function planChannel(context: Context, body: ChannelDocument, { view, decided, plan }: Decision): void {
  const before = view.NotificationChannel.get(body.key);
  const fields = noteChange(plan, body, { before, decided });
  if (before && fields.length === 0) return;
  const { kind: _, ...settings } = body;
  plan.channels[before ? "update" : "create"].push({
    ...settings,
    config: decided.config,
    ...timesOf(context),
  });
}

function planAction(context: Context, body: ActionDocument, { view, decided, plan }: Decision): void {
  const before = view.Action.get(body.key);
  const wanted = { ...body, failureNotifications: asSet(body.failureNotifications) };
  const fields = noteChange(plan, wanted, { before, decided });
  changeLinks(plan.failureChannels, body.key, [
    before?.document.failureNotifications,
    wanted.failureNotifications,
  ]);
  if (before && fields.every((name) => name === "failureNotifications")) return;
  const { key, name, enabled } = body;
  const row = { key, name, enabled, config: decided.config, ...timesOf(context) };
  plan.actions[before ? "update" : "create"].push(row);
}

const LINKED = new Set(["notifications", "dependsOn", "actions"]);

async function planMonitor(
  context: Context,
  body: MonitorDocument,
  { view, decided, plan }: Decision,
): Promise<void> {
  const before = view.Monitor.get(body.key);
  const intervalSecs = body.intervalSecs ?? defaultIntervalSecs(body.type);
  const wanted = {
    ...body,
    intervalSecs,
    notifications: asSet(body.notifications),
    dependsOn: asSet(body.dependsOn),
    locations: body.locations?.length ? body.locations : undefined,
    autoIncident: autoIncidentOf(body, view.templates),
    actions: body.actions ? inLinkOrder(body.actions) : before?.document.actions,
  };
  const fields = noteChange(plan, wanted, { before, decided });
  changeLinks(plan.notifications, body.key, [before?.document.notifications, wanted.notifications]);
  changeLinks(plan.dependencies, body.key, [before?.document.dependsOn, wanted.dependsOn]);
  changeActions(plan, body.key, [before?.document.actions, wanted.actions]);

  const isHeartbeat = body.type === HEARTBEAT_TYPE;
  const hasToken = typeof before?.row.heartbeatHash === "string";
  const heartbeat = await decideHeartbeat(context, { key: body.key, hasToken, isHeartbeat });
  if (before && heartbeat) plan.heartbeats.push({ key: body.key, ...heartbeat });
  if (before && fields.every((name) => LINKED.has(name))) return;
  const { key, name, type, timeoutMs, retries, failureThreshold, recoveryThreshold, tags } = body;
  plan.monitors[before ? "update" : "create"].push({
    key,
    name,
    publicName: body.publicName ?? null,
    publicDescription: body.publicDescription ?? null,
    agent: body.agent ?? null,
    type,
    paused: false,
    intervalSecs,
    timeoutMs,
    retries,
    failureThreshold,
    recoveryThreshold,
    config: decided.config as Record<string, unknown>,
    tags,
    ...locationRuleOf(body),
    ...ruleOf(body, view.templates),
    heartbeatHash: heartbeat?.heartbeatHash ?? null,
    heartbeatToken: heartbeat?.heartbeatToken ?? null,
    ...timesOf(context),
  });
}

function noteChange(
  plan: Plan,
  wanted: AnyDocument,
  { before, decided }: { before: DocumentView | undefined; decided: DecidedConfig },
): string[] {
  const old = before?.document;
  const names = new Set([...Object.keys(wanted), ...Object.keys(old ?? {})]);
  const fields = [...names].filter((name) => {
    if (name === "kind" || name === "key") return false;
    if (name === "config") return !decided.isSame;
    return !isEqual(Reflect.get(wanted, name), old && Reflect.get(old, name));
  });
  const { kind, key, name } = wanted;
  const shown = { kind, key, name };
  const settings = auditedSettings(wanted, decided.config, configKindOf(kind, wanted));
  if (!before) {
    const type = wanted.kind === "Action" ? {} : { type: wanted.type };
    plan.changes.push({ ...shown, action: "create", details: { ...type, fields: listSettings(settings) } });
  } else if (fields.length > 0) {
    const stored = auditedSettings(before.document, before.row.config, before.kind);
    const like = Object.fromEntries(fields.map((field) => [field, true]));
    const changes = decideChanges(pick(stored, like), pick(settings, like));
    plan.changes.push({ ...shown, action: "update", fields, details: { fields, changes } });
  } else plan.changes.push({ ...shown, action: "unchanged", details: {} });
  return fields;
}

function auditedSettings(
  { kind: _kind, ...settings }: AnyDocument,
  stored: Config,
  kind: ConfigKind | null,
): Config {
  const config = kind ? withSealed(kind, { config: stored, written: settings.config }) : stored;
  return { ...settings, config };
}

function changeLinks(
  links: Links,
  key: string,
  [before = [], after]: [readonly string[] | undefined, readonly string[]],
): void {
  const [old, wanted] = [new Set(before), new Set(after)];
  links.add.push(...after.filter((other) => !old.has(other)).map((other) => [key, other] as const));
  links.remove.push(...before.filter((other) => !wanted.has(other)).map((other) => [key, other] as const));
}

function changeActions(
  { actionLinks }: Plan,
  monitor: string,
  [before = [], after = []]: [MonitorDocument["actions"], MonitorDocument["actions"]],
): void {
  const isSameLink = (a: (typeof after)[number], b: (typeof after)[number]) =>
    a.action === b.action && a.onStatus === b.onStatus;
  const put = after.filter((link) => !before.some((old) => isEqual(old, link)));
  const remove = before.filter((old) => !after.some((link) => isSameLink(old, link)));
  actionLinks.put.push(...put.map((link) => ({ monitor, ...link })));
  actionLinks.remove.push(...remove.map((link) => ({ monitor, ...link })));
}

function timesOf({ now }: Context) {
  return { createdAt: now, updatedAt: now };
}
