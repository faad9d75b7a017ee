import { z } from "zod";

export const keptBody = z
  .object({
    text: z
      .string()
      .meta({ description: "Without secrets; empty where there was nothing, or nothing to read." }),
    isCut: z.boolean().meta({ description: "More came than is kept." }),
    isBinary: z.boolean().meta({ description: "It is no text, and none of it is kept." }),
  })
  .meta({
    description: "The first 2 KB of a failing response's body. Only with keepBody.",
  });
export type KeptBody = z.output<typeof keptBody>;
