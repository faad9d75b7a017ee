import { findAgent } from "../../data/agent.ts";
import { listChannels } from "../../data/channel.ts";
import { openDb } from "../../data/db.ts";
import { findEpoch } from "../../data/restore_epoch.ts";
import { describeAwayAlert } from "../../domain/agent/away.ts";
import { messageId } from "../../domain/alert/digest.ts";
import type { Env } from "../../env.ts";
import { formatDuration } from "../../lib/duration.ts";
import type { OfferedEvent } from "../../objects/alerts.ts";
import { offer } from "../alert/offer.ts";

export interface AgentNews {
  what: "away" | "back";
  since: number;
  at: number;
}

interface NamedAgent {
  id: number;
  key: string;
  name: string;
}

/** Returns whether all its channels have taken the news. Each takes it once, however often it is offered. */
export async function announceAgent(env: Env, key: string, news: readonly AgentNews[]): Promise<boolean> {
  const db = openDb(env.DB);
  const agent = await findAgent(db, key);
  if (!agent) return true;
  const [channels, epoch] = await Promise.all([listChannels(db, agent.channelIds), findEpoch(db)]);
  const taken = await Promise.all(
    channels.map(async (channel) => {
      const events = news.map((one) => toEvent(agent, one, channel.id));
      return await offer(env, channel, { events, epoch });
    }),
  );
  return taken.every(Boolean);
}

function toEvent(agent: NamedAgent, { what, since, at }: AgentNews, channelId: number): OfferedEvent {
  const { id, key, name } = agent;
  const eventId = `agent:${id}:${since}:${what}`;
  const isBack = what === "back";
  return {
    id: eventId,
    kind: isBack ? "agent_back" : "agent_away",
    monitorId: null,
    monitorName: name,
    isUnderMaintenance: false,
    message: {
      id: messageId(channelId, eventId),
      kind: isBack ? "agent_back" : "agent_away",
      at,
      status: isBack ? "up" : "down",
      previousStatus: isBack ? "down" : "up",
      error: isBack
        ? `It was away for ${formatDuration(Math.max(0, at - since))}. Its monitors are checked again.`
        : describeAwayAlert(name, since),
      monitors: [],
      isDigest: false,
      downSince: isBack ? since : null,
      certificate: null,
      action: null,
      agent: { key, name, awaySince: since },
      site: { name: "", url: null },
    },
  };
}
