import { openDb } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { readChannelOutageFacts } from "../../data/outage_facts.ts";
import type { OutageFacts } from "../../domain/alert/outage.ts";
import type { Env } from "../../env.ts";
import type { ChannelFacts } from "../../objects/alerts.ts";

export async function readOutageFacts(
  env: Env,
  channelId: number,
  given: { monitorIds: readonly number[]; now: number },
): Promise<{ channel: ChannelFacts | null; standings: ReadonlyMap<number, OutageFacts> }> {
  await ensureMigrated(env.DB);
  const { channel, epoch, standings } = await readChannelOutageFacts(openDb(env.DB), channelId, given);
  if (!channel) return { channel: null, standings };
  const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
  return { channel: { id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch }, standings };
}
