import { z } from "zod";
import { timestamp } from "./common.ts";
import { trimmedText } from "./limits.ts";

export const acknowledgement = z
  .object({
    by: z.string().meta({ description: "Email of the user, or `token: ` and its name." }),
    at: timestamp,
    note: z.string(),
    untilMs: timestamp
      .nullable()
      .meta({ description: "When reminders and escalations resume. Null: when the monitor recovers." }),
  })
  .meta({ id: "Acknowledgement", description: "The user or API token that acknowledged it." });

const note = trimmedText(500, "Enter text.").refine(
  (text) => !/\p{Cc}/u.test(text),
  "Leave out line breaks and control characters.",
);

export const newAcknowledgement = z.object({
  note: note.default(""),
  untilMs: timestamp.nullable().default(null),
});
export type NewAcknowledgement = z.output<typeof newAcknowledgement>;

export const newSnooze = z.object({ untilMs: timestamp });
export type NewSnooze = z.output<typeof newSnooze>;
