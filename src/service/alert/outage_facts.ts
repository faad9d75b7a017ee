import { openDb } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { readChannelOutageFacts } from "../../data/outage_facts.ts";
import type { OutageFacts } from "../../domain/alert/outage.ts";
import type { Env } from "../../env.ts";
import type { ChannelFacts } from "../../objects/alerts.ts";
import { type OpenSteps, openSteps } from "../on_call/steps.ts";

interface OutagesRead {
  channel: ChannelFacts | null;
  standings: ReadonlyMap<number, OutageFacts>;
}

export async function readOutageFacts(
  env: Env,
  channelId: number,
  given: { monitorIds: readonly number[]; now: number },
): Promise<OutagesRead> {
  const { steps: _, ...read } = await readFacts(env, channelId, { ...given, hasSteps: false });
  return read;
}

export async function readChainFacts(
  env: Env,
  channelId: number,
  given: { monitorIds: readonly number[]; now: number },
): Promise<OutagesRead & { steps: OpenSteps | null }> {
  return await readFacts(env, channelId, { ...given, hasSteps: true });
}

async function readFacts(
  env: Env,
  channelId: number,
  { hasSteps, ...given }: { monitorIds: readonly number[]; now: number; hasSteps: boolean },
): Promise<OutagesRead & { steps: OpenSteps | null }> {
  await ensureMigrated(env.DB);
  const db = openDb(env.DB);
  const { channel, epoch, standings } = await readChannelOutageFacts(db, channelId, given);
  if (!channel) return { channel: null, standings, steps: null };
  const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
  const facts = { id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch };
  const steps = hasSteps ? await openSteps(db, channel.config, given.now) : null;
  return { channel: facts, standings, steps };
}
