import {
  type AgentRow,
  countAgents,
  deleteAgent,
  guardAgentUnused,
  insertAgent,
  listMonitorsOfAgent,
  listAgentNames as listNames,
  pauseMonitorsOfAgent,
  readAgents,
  type StoredAgent,
  updateAgentRow,
} from "../../data/agent.ts";
import { listChannels } from "../../data/channel.ts";
import { isGuardBreach, save } from "../../data/db.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { decideOldToken } from "../../domain/agent/token.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { AppError, invalidField, noneWithId, notFound } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { plural } from "../../lib/plural.ts";
import { AGENT_TOKEN, makeTokenText } from "../../lib/token_text.ts";
import {
  type Agent,
  type AgentChange,
  type AgentWithToken,
  MOST_AGENTS,
  type NewAgent,
} from "../../schema/agent.ts";
import { glanceAtAgent, updateAgentAndObject } from "../announce/agent.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { createKeyed } from "../record/keyed.ts";
import { edit, objectOf } from "../record/version.ts";

const PREFIX_LENGTH = 12;

export async function listAgents(context: Context): Promise<Agent[]> {
  const rows = await readAgents(context.db);
  return await Promise.all(rows.map(async (row) => await toAgent(context, row)));
}

export async function listAgentNames({ db }: Context): Promise<Pick<AgentRow, "key" | "name">[]> {
  return await listNames(db);
}

export async function getAgent(context: Context, key: string): Promise<Agent> {
  return await toAgent(context, await getStored(context, key));
}

async function getStored({ db }: Pick<Context, "db">, key: string): Promise<StoredAgent> {
  const [row] = await readAgents(db, key);
  if (!row) throw notFound("agent");
  return row;
}

export async function createAgent(context: Context, wanted: NewAgent): Promise<AgentWithToken> {
  if ((await countAgents(context.db)) >= MOST_AGENTS)
    throw new AppError("conflict", `There can be at most ${MOST_AGENTS} agents: delete one first.`);
  await checkChannels(context, wanted.channelIds);
  const token = makeTokenText(AGENT_TOKEN);
  const times = { createdAt: context.now, updatedAt: context.now };
  let made = "";
  await createKeyed(context, { kind: "agent", key: wanted.key, name: wanted.name }, async (key) => {
    made = key;
    const settings = { ...wanted, key };
    const row = { ...settings, ...times, ...(await tokenFields(token)), ...NO_OLD_TOKEN };
    return [
      insertAgent(context.db, row),
      recordAudit(context, {
        ...entityOf("agent", { id: "inserted", name: wanted.name }),
        action: "Create",
        details: { fields: listSettings(settings) },
      }),
    ];
  });
  return { ...(await getAgent(context, made)), token };
}

export async function updateAgent(
  context: Context,
  key: string,
  { version, ...change }: AgentChange,
): Promise<Agent> {
  const { id } = await getStored(context, key);
  const given = givenOf<AgentRow>(change);
  if (given.channelIds) await checkChannels(context, given.channelIds);
  const save = async () =>
    await edit(context, {
      object: objectOf("agent", id),
      version,
      load: async () => await getStored(context, key),
      async decide(before) {
        const changes = decideChanges(pick(before, given), given);
        if (Object.keys(changes).length === 0) return [];
        return [
          updateAgentRow(context.db, id, { ...given, updatedAt: context.now }),
          ...recordUpdate(context, {
            ...entityOf("agent", { id, name: given.name ?? before.name }),
            changes,
          }),
        ];
      },
    });
  await (given.awayAfterSecs === undefined ? save() : updateAgentAndObject(context.env, key, save));
  if (given.name !== undefined) await reloadMonitors(context, key);
  return await getAgent(context, key);
}

export async function removeAgent(
  context: Context,
  key: string,
  { pausesMonitors }: { pausesMonitors: boolean },
): Promise<void> {
  const row = await getStored(context, key);
  const monitors = await listMonitorsOfAgent(context.db, key);
  const ids = monitors.map(({ id }) => id);
  try {
    await updateAgentAndObject(context.env, key, async () => {
      await save(context.db, [
        ...(pausesMonitors
          ? [...pauseMonitorsOfAgent(context.db, key, context.now), markMonitorsStale(ids)]
          : []),
        guardAgentUnused(key),
        ...deleteAgent(context.db, row.id),
        ...recordRemoval(context, entityOf("agent", row)),
      ]);
    });
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    await getStored(context, key);
    const count = plural(monitors.length, "monitor names", "monitors name");
    throw new AppError("conflict", `${count} this agent: choose another there first, or pause them with it.`);
  }
  if (ids.length > 0) await announceToWatches(context.env);
}

/** If no process has used the current token, it may have been lost in transit: the one before keeps its time. */
export async function rotateToken(context: Context, key: string): Promise<AgentWithToken> {
  const { id, version } = await getStored(context, key);
  const token = makeTokenText(AGENT_TOKEN);
  const fields = await tokenFields(token);
  await updateAgentAndObject(context.env, key, async ({ used }) => {
    await edit(context, {
      object: objectOf("agent", id),
      version,
      load: async () => await getStored(context, key),
      async decide(before) {
        const old = decideOldToken(before, { used, now: context.now });
        return [
          updateAgentRow(context.db, id, { ...fields, ...old, updatedAt: context.now }),
          ...recordUpdate(context, {
            ...entityOf("agent", before),
            changes: { tokenPrefix: [before.tokenPrefix, fields.tokenPrefix] },
          }),
        ];
      },
    });
  });
  return { ...(await getAgent(context, key)), token };
}

export async function revokeOldToken(context: Context, key: string): Promise<void> {
  const { id, version, oldTokenHash } = await getStored(context, key);
  if (oldTokenHash === null) return;
  await updateAgentAndObject(context.env, key, async () => {
    await edit(context, {
      object: objectOf("agent", id),
      version,
      load: async () => await getStored(context, key),
      async decide(before) {
        return [
          updateAgentRow(context.db, id, { ...NO_OLD_TOKEN, updatedAt: context.now }),
          ...recordUpdate(context, {
            ...entityOf("agent", before),
            changes: { oldTokenUntil: [before.oldTokenUntil, null] },
          }),
        ];
      },
    });
  });
}

const NO_OLD_TOKEN = { oldTokenHash: null, oldTokenUntil: null };

async function tokenFields(token: string): Promise<Pick<AgentRow, "tokenHash" | "tokenPrefix">> {
  return { tokenHash: await sha256Hex(token), tokenPrefix: token.slice(0, PREFIX_LENGTH) };
}

async function reloadMonitors(context: Context, key: string): Promise<void> {
  const ids = (await listMonitorsOfAgent(context.db, key)).map(({ id }) => id);
  if (ids.length === 0) return;
  await save(context.db, [markMonitorsStale(ids)]);
  await announceToWatches(context.env);
}

async function checkChannels({ db }: Context, ids: readonly number[]): Promise<void> {
  const known = new Set((await listChannels(db, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw invalidField("channelIds", noneWithId("channel", missing));
}

async function toAgent({ env, now }: Context, row: StoredAgent): Promise<Agent> {
  const glance = await glanceAtAgent(env, row.key);
  const processes = glance?.processes ?? [];
  const [newest] = processes;
  const { id, version, key, name, description, awayAfterSecs, tokenPrefix, createdAt, updatedAt } = row;
  const isOldValid = row.oldTokenUntil !== null && row.oldTokenUntil > now;
  return {
    id,
    version,
    key,
    name,
    description,
    status: glance?.status ?? "away",
    since: glance?.since ?? null,
    lastSeenAt: glance?.lastSeenAt ?? null,
    agentVersion: glance?.last?.version ?? null,
    host: glance?.last?.host ?? null,
    address: glance?.last?.address ?? null,
    processes,
    monitors: row.monitors,
    roundTripMs: newest?.roundTripMs ?? null,
    lastHour: sumHours(processes),
    lacks: newest?.lacks ?? [],
    awayAfterSecs,
    channelIds: [...row.channelIds],
    tokenPrefix,
    oldTokenUntil: isOldValid ? row.oldTokenUntil : null,
    createdAt,
    updatedAt,
  };
}

function sumHours(processes: Agent["processes"]): Agent["lastHour"] {
  const hours = processes.flatMap(({ lastHour }) => lastHour ?? []);
  if (hours.length === 0) return null;
  return {
    checks: hours.reduce((sum, { checks }) => sum + checks, 0),
    notMade: hours.reduce((sum, { notMade }) => sum + notMade, 0),
  };
}
