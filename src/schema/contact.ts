import { z } from "zod";
import { listUpTo, trimmedText, wholeNumber } from "./limits.ts";
import { versioned, versionRead } from "./version.ts";

const VIA = ["push", "email", "webhook"] as const;
export type ContactVia = (typeof VIA)[number];

const way = z.object({
  via: z.enum(VIA),
  afterMinutes: wholeNumber(0, 1440, "minutes").default(0),
});
export type ContactWay = z.output<typeof way>;

const order = listUpTo(VIA.length, way, "methods")
  .min(1, "Add at least one method.")
  .superRefine((ways, context) => {
    for (const [i, { via, afterMinutes }] of ways.entries()) {
      const before = ways.slice(0, i);
      if (before.some((one) => one.via === via))
        context.addIssue({ code: "custom", path: [i, "via"], message: "Use each method only once." });
      if (afterMinutes < (before.at(-1)?.afterMinutes ?? 0))
        context.addIssue({
          code: "custom",
          path: [i, "afterMinutes"],
          message: "Use at least the delay of the previous method.",
        });
    }
  });

const webhookUrl = trimmedText(2000).nullable().meta({
  description:
    "Stored encrypted and masked in responses. Null removes it. Omitted or masked, it stays unchanged.",
});

export const contactChange = z.object({ order, webhookUrl: webhookUrl.optional(), ...versionRead });
export type ContactChange = z.output<typeof contactChange>;

export const contact = z
  .object({
    order: z.array(way).meta({
      description:
        "How you are notified until someone acknowledges. Minutes count from the on-call channel's step.",
    }),
    inEffect: z.array(way).meta({
      description: "The steps without ways that aren't set up. Later ones move up.",
    }),
    webhookUrl,
    ...versioned,
  })
  .meta({ id: "Contact" });
export type Contact = z.output<typeof contact>;
