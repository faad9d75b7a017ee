import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { mirrorStatus } from "./mirror.ts";

export const systemHealth = z.object({
  database: z.object({ ok: z.boolean(), ms: z.number() }),
  cron: z.object({ lastRunAt: timestamp.nullable() }),
  watches: z.array(
    z.object({
      watch: z.int(),
      ok: z.boolean(),
      monitors: z.int(),
      waiting: z.int().meta({ description: "Changes that the database has not taken yet." }),
      alarmAt: timestamp.nullable(),
      lastTickAt: timestamp.nullable(),
      cost: z
        .object({ checks: z.int(), requests: z.int(), rowsWritten: z.int(), databaseRowsWritten: z.int() })
        .nullable()
        .meta({ description: "What was paid for since the watch's object began." }),
    }),
  ),
  mirror: mirrorStatus,
  monitors: z.object({
    total: z.int(),
    paused: z.int(),
    overdue: z.array(z.object({ id, name: z.string(), lastCheckedAt: timestamp.nullable() })),
  }),
});
export type SystemHealth = z.output<typeof systemHealth>;
