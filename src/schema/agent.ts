import { z } from "zod";
import { id, line, timestamp, uniqueIds } from "./common.ts";
import { trimmedText, wholeNumber } from "./limits.ts";
import { key } from "./monitor.ts";
import { versioned, versionRead } from "./version.ts";

export const MOST_AGENTS = 100;

const fields = {
  name: line(100),
  description: trimmedText(500),
  awayAfterSecs: wholeNumber(30, 86_400, "seconds").meta({
    description: "Seconds the agent can be away before its channels are notified.",
  }),
  channelIds: uniqueIds(100, "channels").meta({
    description: "Channels to notify when the agent is away and when it is back.",
  }),
};

export const newAgent = z.object({
  key: key.optional(),
  name: fields.name,
  description: fields.description.default(""),
  awayAfterSecs: fields.awayAfterSecs.default(120),
  channelIds: fields.channelIds.default([]),
});
export type NewAgent = z.output<typeof newAgent>;

export const agentChange = z.object({
  ...z.object(fields).partial().shape,
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type AgentChange = Omit<z.output<typeof agentChange>, "key">;

const process = z.object({
  version: z.string(),
  host: z.string(),
  address: z.string(),
  connectedAt: timestamp,
  lacks: z
    .array(z.object({ what: z.string(), reason: z.string() }))
    .meta({ description: "What the agent's machine doesn't support, such as ICMP." }),
  lastHour: z.object({ checks: z.int(), notMade: z.int() }).nullable().meta({
    description:
      "`notMade` counts checks that couldn't run because of the agent's own machine or connection.",
  }),
  roundTripMs: z.number().nullable(),
});

export const agent = z
  .object({
    id,
    ...versioned,
    key,
    name: z.string(),
    description: z.string(),
    status: z.enum(["online", "away", "never"]),
    since: timestamp.nullable().meta({ description: "When the status last changed." }),
    lastSeenAt: timestamp.nullable(),
    agentVersion: z.string().nullable().meta({ description: "The agent's Uptide version." }),
    host: z.string().nullable(),
    address: z.string().nullable(),
    processes: z
      .array(process)
      .meta({ description: "Connected processes that use its token. They take over for each other." }),
    monitors: z.int().meta({ description: "The number of monitors it checks." }),
    roundTripMs: z.number().nullable(),
    lastHour: process.shape.lastHour,
    lacks: process.shape.lacks,
    awayAfterSecs: z.int(),
    channelIds: z.array(id),
    tokenPrefix: z.string(),
    oldTokenUntil: timestamp.nullable().meta({ description: "When the previous token stops working." }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Agent" });
export type Agent = z.output<typeof agent>;

export const agentWithToken = agent.extend({
  token: z.string().meta({ description: "Returned only once." }),
});
export type AgentWithToken = z.output<typeof agentWithToken>;

export const agentNames = z.array(z.object({ key, name: z.string() }));

export const agentRemoval = z.object({
  monitors: z.literal("pause", "Use pause, or leave it out.").optional().meta({
    description: "`pause` pauses the monitors that use this agent and removes the agent from them.",
  }),
});
