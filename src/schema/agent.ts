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
    description: "How long it may be away before its channels are notified.",
  }),
  channelIds: uniqueIds(100, "channels").meta({
    description: "Channels notified when the agent is away, and when it is back.",
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
    .meta({ description: "What its machine can't do, such as ICMP." }),
  lastHour: z
    .object({ checks: z.int(), notMade: z.int() })
    .nullable()
    .meta({ description: "notMade: its own machine or connection was in the way." }),
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
    since: timestamp.nullable().meta({ description: "Since when it has that status." }),
    lastSeenAt: timestamp.nullable(),
    agentVersion: z.string().nullable().meta({ description: "The release of Uptide that it runs." }),
    host: z.string().nullable(),
    address: z.string().nullable(),
    processes: z
      .array(process)
      .meta({ description: "Connected processes with its token: they take over for each other." }),
    monitors: z.int().meta({ description: "How many monitors it checks." }),
    roundTripMs: z.number().nullable(),
    lastHour: process.shape.lastHour,
    lacks: process.shape.lacks,
    awayAfterSecs: z.int(),
    channelIds: z.array(id),
    tokenPrefix: z.string(),
    oldTokenUntil: timestamp
      .nullable()
      .meta({ description: "Until then the token before the last rotation still works." }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Agent" });
export type Agent = z.output<typeof agent>;

export const agentWithToken = agent.extend({
  token: z.string().meta({ description: "Answered once." }),
});
export type AgentWithToken = z.output<typeof agentWithToken>;

export const agentNames = z.array(z.object({ key, name: z.string() }));

export const agentRemoval = z.object({
  monitors: z
    .literal("pause", "Use pause, or leave it out.")
    .optional()
    .meta({ description: "`pause`: monitors that name it are paused and name no agent." }),
});
