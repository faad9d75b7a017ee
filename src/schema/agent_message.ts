import { z } from "zod";
import { checkFacts } from "./check_facts.ts";

/** Below the 1 MiB that a message over a WebSocket may have. */
export const MOST_MESSAGE_CHARACTERS = 900_000;
export const MOST_MESSAGES = { count: 60, withinMs: 10_000 } as const;
export const MOST_RESULTS = 200;

/** The platform replies to both without waking the object. */
export const PING = "ping";
export const PONG = "pong";
export const PING_EVERY_MS = 15_000;

export const CLOSE = { refused: 4401, gone: 4404, unreadable: 1008, stale: 4408, unchecked: 1013 } as const;

const status = z.enum(["up", "degraded", "down"]);
const short = z.string().max(500);
const moment = z.number().min(-8.64e15).max(8.64e15);

/** From a process that nobody can trust, so each part is bounded. */
const answer = z.object({
  status,
  responseMs: z.number().min(0).max(86_400_000).nullable(),
  message: z.string().max(4000),
  isOwnFault: z.boolean(),
  hasNoData: z.boolean().optional(),
  isMaintained: z.boolean().optional(),
  certificate: z
    .object({
      host: short,
      subject: z.string().max(2000),
      issuer: z.string().max(2000),
      validFrom: moment,
      expiresAt: moment,
      fingerprint: short,
    })
    .optional(),
  body: z.object({ text: z.string().max(8192), isCut: z.boolean(), isBinary: z.boolean() }).optional(),
  facts: checkFacts.optional(),
  steps: z
    .array(
      z.object({
        label: z.string().max(2000),
        status,
        detail: z.string().max(4000),
        durationMs: z.number().min(0).max(86_400_000),
      }),
    )
    .max(200),
});
export type AgentCheckResult = z.output<typeof answer>;

const count = z.int().min(0).max(10_000_000);

const result = z.object({ id: z.string().max(64), answer });
export type AgentResult = z.output<typeof result>;

export const agentResults = z.object({
  kind: z.literal("results"),
  roundTripMs: z.number().min(0).max(60_000).nullable(),
  lastHour: z.object({ checks: count, notMade: count }).optional(),
  results: z.array(result).max(MOST_RESULTS),
});
export type AgentResults = z.output<typeof agentResults>;

export const agentAttempts = z.object({ kind: z.literal("attempts"), sealed: z.string() });

export const attempts = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    config: z.record(z.string(), z.unknown()),
    hidden: z.array(z.string()).readonly().optional(),
    timeoutMs: z.number(),
    shouldReadCertificate: z.boolean(),
  }),
);
export type Attempt = z.output<typeof attempts>[number];

export const agentLacks = z
  .array(z.object({ what: z.string().max(50), reason: z.string().max(300) }))
  .max(10);
