import { z } from "zod";
import { cutText } from "../lib/cut.ts";
import { id, timestamp } from "./common.ts";

const PING_KINDS = ["start", "success", "fail", "log"] as const;
export type PingKind = (typeof PING_KINDS)[number];

export const KEPT_BODY_BYTES = 10 * 1024;

export const runId = z.string().regex(/^[\w-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.");

const LONGEST_MESSAGE = 500;

/** A message too long is cut rather than refused: the heartbeat still counts. */
export const beatMessage = z
  .string()
  .overwrite((text) => cutText(text, LONGEST_MESSAGE))
  .optional()
  .meta({ description: `Cut past ${LONGEST_MESSAGE} characters.` });

export const pingQuery = z.object({
  rid: runId.optional().meta({ description: "The run's ID, to tell simultaneous runs apart." }),
  message: beatMessage,
});

const fields = {
  id,
  at: timestamp,
  kind: z.enum(PING_KINDS),
  exitCode: z.int().nullable(),
  runId: z.string().meta({ description: "Empty if the job sent no run ID." }),
  runMs: z
    .number()
    .nullable()
    .meta({ description: "Duration of the run. Null if its start wasn't reported." }),
};

export const ping = z
  .object({ ...fields, hasBody: z.boolean().meta({ description: "Whether the job sent its output." }) })
  .meta({ id: "Ping" });
export type Ping = z.output<typeof ping>;

export const pingWithBody = z
  .object({
    ...fields,
    body: z.string().meta({ description: "The job's output, up to 10 KB, without secrets." }),
    isCut: z.boolean().meta({ description: "The output was longer than the part kept." }),
  })
  .meta({ id: "PingWithBody" });
export type PingWithBody = z.output<typeof pingWithBody>;
