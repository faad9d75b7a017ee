import { sql } from "drizzle-orm";
import { stringify } from "yaml";
import { openDb, save } from "../../src/data/db.ts";
import { saveSetting } from "../../src/data/setting.ts";
import { findUserByEmail, insertUser } from "../../src/data/user.ts";
import type { Env } from "../../src/env.ts";
import { layoutTree } from "../../src/schema/layout.ts";
import { newMaintenance } from "../../src/schema/maintenance.ts";
import { newPage } from "../../src/schema/page.ts";
import { createAgent } from "../../src/service/agent/agent.ts";
import { SMTP_NAME } from "../../src/service/alert/mail.ts";
import { applyDocuments } from "../../src/service/config/import.ts";
import { type Context, createContext } from "../../src/service/context.ts";
import { createMaintenance } from "../../src/service/incident/maintenance.ts";
import { updateLayout } from "../../src/service/page/layout.ts";
import { createPage, onPage } from "../../src/service/page/page.ts";
import { updateSubscriptionSettings } from "../../src/service/subscriber/settings.ts";
import type { Action, Channel, Monitor, Scenario } from "./scenario.ts";
import { AGENTS_CHANNEL, type Agent } from "./scenario_agents.ts";
import { MAIN_PAGE, type StatusPage } from "./scenario_pages.ts";
import { type OnCall, PEOPLE, type Schedule } from "./scenario_people.ts";

const EMAIL = "operator@uptide.test";
const NO_RULES = { notifyOnRecovery: true, policy: {}, quietChange: null, onCall: null, troubles: [] };
const DOCUMENTS_A_TIME = 1000;
const KINDS = ["Schedule", "NotificationChannel", "Action", "Monitor"] as const;
const SMTP = { host: "smtp.test", port: 25, secure: false, fromAddress: "status@uptide.test" };

export async function setUp(env: Env, scenario: Scenario): Promise<Context> {
  const { channels, actions, monitors, maintenance, schedules } = scenario;
  const context = await signIn(env);
  await save(
    context.db,
    PEOPLE.map((email) => addPerson(context, email)),
  );
  await save(context.db, [saveSetting(context.db, SMTP_NAME, SMTP, context.now)]);
  if (scenario.agent) await addAgent(context, scenario.agent);
  const documents = [
    ...schedules.map(toSchedule),
    ...channels.map(toChannel),
    ...actions.map(toAction),
    ...monitors.map((monitor) => toMonitor(monitor, scenario)),
  ];
  for (let at = 0; at < documents.length; at += DOCUMENTS_A_TIME) {
    const some = documents.slice(at, at + DOCUMENTS_A_TIME);
    await applyDocuments(context, some.map((document) => stringify(document)).join("---\n"), KINDS);
  }
  const ids = await idsByKey(env);
  for (const page of scenario.news.pages) await addStatusPage(context, page, ids);
  for (const { name, startsAt, endsAt, monitors: keys, everyDays } of maintenance) {
    const monitorIds = keys.flatMap((key) => ids.get(key) ?? []);
    await createMaintenance(
      context,
      newMaintenance.parse({ name, startsAt, endsAt, monitorIds, ...recurring(everyDays) }),
    );
  }
  return context;
}

function recurring(everyDays: number | null) {
  if (everyDays === null) return {};
  return { recurrence: { every: "day", interval: everyDays }, notifySubscribers: false };
}

async function addStatusPage(
  context: Context,
  { key, placed }: StatusPage,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (key !== MAIN_PAGE) await createPage(context, newPage.parse({ key, name: `Page ${key}` }));
  const own = await onPage(context, key);
  const children = placed.flatMap((monitor) => {
    const monitorId = ids.get(monitor);
    return monitorId === undefined ? [] : [{ id: monitor, type: "monitor", monitorId }];
  });
  await updateLayout(own, { tree: layoutTree.parse({ id: "root", type: "page", children }) });
  await updateSubscriptionSettings(own, { enabled: true, allowWebhook: true });
}

async function idsByKey(env: Env): Promise<ReadonlyMap<string, number>> {
  const { results } = await env.DB.prepare("SELECT id, key FROM monitors").all<{ id: number; key: string }>();
  return new Map(results.map(({ id, key }) => [key, id]));
}

export async function signIn(env: Env): Promise<Context> {
  const db = openDb(env.DB);
  const now = Date.now();
  const user = {
    email: EMAIL,
    role: "admin",
    passwordHash: "none",
    mustChangePassword: false,
    createdAt: now,
  } as const;
  await save(db, [insertUser(db, user)]);
  const found = await findUserByEmail(db, EMAIL);
  if (!found) throw new Error("The operator could not be made.");
  const session = { id: 1, userId: found.id, tokenHash: "none", createdAt: now, expiresAt: now + 1e12 };
  const actor = { kind: "user", user: found, session, mustSetUpTwoFactor: false };
  return createContext(env, {
    actor: actor as unknown as NonNullable<Context["actor"]>,
    client: { ip: "192.0.2.1", userAgent: "simulation" },
    origin: "https://status.test",
    waitUntil: () => {},
  });
}

function addPerson({ now }: Context, email: string) {
  return sql`
    INSERT OR IGNORE INTO users (email, role, password_hash, must_change_password, created_at)
    VALUES (${email}, 'viewer', 'none', 0, ${now})`;
}

function toChannel({ key, notifyOnRecovery, policy, onCall }: Channel) {
  const webhook = { url: `https://${key}.test/hook`, method: "POST" };
  return {
    kind: "NotificationChannel",
    key,
    name: `Channel ${key}`,
    type: onCall ? "on_call" : "webhook",
    enabled: true,
    notifyOnRecovery,
    config: onCall ? toOnCall(onCall) : webhook,
    alertPolicy: policy,
  };
}

function toOnCall({ schedule: scheduleKey, ...rest }: OnCall) {
  return { scheduleKey, ...rest };
}

function toSchedule({ key, timeZone, people, startsAt, everyHours, handoverAt, hours }: Schedule) {
  const rotation = {
    name: "Rotation",
    startsAt: new Date(startsAt).toISOString(),
    shift: { every: everyHours, unit: "hour" },
    handoverAt,
    users: people,
    ...(hours && { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], ...hours }] }),
  };
  return { kind: "Schedule", key, name: `Schedule ${key}`, timeZone, rotations: [rotation] };
}

function toAction({ key }: Action) {
  const config = { url: `https://${key}.test/`, method: "POST", signingSecret: "a secret of the simulation" };
  return { kind: "Action", key, name: `Action ${key}`, enabled: true, config };
}

/** Has its own channel, because another's rules could hold its notices back. */
async function addAgent(context: Context, { key, awayAfterSecs }: Agent): Promise<void> {
  const own: Channel = { ...NO_RULES, key: AGENTS_CHANNEL };
  await applyDocuments(context, stringify(toChannel(own)), KINDS);
  const [channel] = await context.db.all<{ id: number }>(
    sql`SELECT id FROM channels WHERE key = ${AGENTS_CHANNEL}`,
  );
  const channelIds = channel ? [channel.id] : [];
  await createAgent(context, { key, name: key, description: "", awayAfterSecs, channelIds });
}

function toMonitor({ key, channels, phases: _, ...rest }: Monitor, { agent, regions }: Scenario) {
  const { locations = [], confirmFrom = null, everyPlaceEvery = null } = regions.get(key) ?? {};
  return {
    kind: "Monitor",
    ...rest,
    locations,
    ...(confirmFrom !== null && { confirmFrom }),
    ...(everyPlaceEvery !== null && { everyPlaceEvery }),
    key,
    name: `Monitor ${key}`,
    type: "https",
    config: { url: `https://${key}.test/` },
    notifications: channels,
    ...(agent?.monitors.includes(key) && { agent: agent.key }),
  };
}
