import { z } from "zod";

export const keptBody = z
  .object({
    text: z.string().meta({ description: "Secrets are removed. Empty if there was no readable body." }),
    isCut: z.boolean().meta({ description: "The body was longer than the part kept." }),
    isBinary: z.boolean().meta({ description: "The body isn't text, so none of it is kept." }),
  })
  .meta({
    description: "The first 2 KB of a failing response's body. Only with `keepBody`.",
  });
export type KeptBody = z.output<typeof keptBody>;
