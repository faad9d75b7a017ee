import { stringify } from "yaml";
import { openDb, save } from "../../src/data/db.ts";
import { findUserByEmail, insertUser } from "../../src/data/user.ts";
import type { Env } from "../../src/env.ts";
import { newMaintenance } from "../../src/schema/maintenance.ts";
import { applyDocuments } from "../../src/service/config/import.ts";
import { type Context, createContext } from "../../src/service/context.ts";
import { createMaintenance } from "../../src/service/incident/maintenance.ts";
import type { Action, Channel, Monitor, Scenario } from "./scenario.ts";

const EMAIL = "operator@uptide.test";
const DOCUMENTS_A_TIME = 1000;

/** Creates the scenario's objects with the verbs that the API calls. */
export async function setUp(env: Env, { channels, actions, monitors, windows }: Scenario): Promise<void> {
  const context = await signIn(env);
  const documents = [...channels.map(toChannel), ...actions.map(toAction), ...monitors.map(toMonitor)];
  for (let at = 0; at < documents.length; at += DOCUMENTS_A_TIME) {
    const some = documents.slice(at, at + DOCUMENTS_A_TIME);
    await applyDocuments(context, some.map((document) => stringify(document)).join("---\n"));
  }
  const ids = await idsByKey(env);
  for (const { name, startsAt, endsAt, monitors: keys } of windows) {
    const monitorIds = keys.flatMap((key) => ids.get(key) ?? []);
    await createMaintenance(context, newMaintenance.parse({ name, startsAt, endsAt, monitorIds }));
  }
}

async function idsByKey(env: Env): Promise<ReadonlyMap<string, number>> {
  const { results } = await env.DB.prepare("SELECT id, key FROM monitors").all<{ id: number; key: string }>();
  return new Map(results.map(({ id, key }) => [key, id]));
}

async function signIn(env: Env): Promise<Context> {
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
    // A session, without a browser's cookies.
    actor: actor as unknown as NonNullable<Context["actor"]>,
    client: { ip: "192.0.2.1", userAgent: "simulation" },
    origin: "https://status.test",
    waitUntil: () => {},
  });
}

function toChannel({ key, notifyOnRecovery, policy }: Channel) {
  return {
    kind: "NotificationChannel",
    key,
    name: `Channel ${key}`,
    type: "webhook",
    enabled: true,
    notifyOnRecovery,
    config: { url: `https://${key}.test/hook`, method: "POST" },
    alertPolicy: policy,
  };
}

function toAction({ key }: Action) {
  const config = { url: `https://${key}.test/`, method: "POST", signingSecret: "a secret of the simulation" };
  return { kind: "Action", key, name: `Action ${key}`, enabled: true, config };
}

function toMonitor({ key, channels, phases: _, ...rest }: Monitor) {
  return {
    kind: "Monitor",
    ...rest,
    key,
    name: `Monitor ${key}`,
    type: "https",
    config: { url: `https://${key}.test/` },
    notifications: channels,
  };
}
