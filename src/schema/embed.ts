import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";

const THEMES = ["auto", "light", "dark"] as const;
const SHOWN_WHEN = ["always", "problems"] as const;

const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const ORIGIN_SENTENCE = "Use a website without a path, such as https://example.com or https://*.example.com.";

/** Ends up in a Content-Security-Policy, so nothing but an origin may pass. */
export const embedOrigin = z
  .string()
  .trim()
  .max(300)
  .transform((text, check) => {
    const url = URL.parse(text);
    const origin = url && `${url.protocol}//${url.host}`;
    const isWhole = url?.pathname === "/" && url.href === `${origin}/`;
    if (origin && isWhole && ORIGIN.test(origin)) return origin;
    check.addIssue({ code: "custom", message: ORIGIN_SENTENCE });
    return z.NEVER;
  });

const lang = z.string().max(20).optional();

export const embedQuery = z.object({ lang });

export const embedFrameQuery = z.object({
  lang,
  theme: z.enum(THEMES, { error: `Use ${joinOr(THEMES)}.` }).default("auto"),
  when: z.enum(SHOWN_WHEN, { error: `Use ${joinOr(SHOWN_WHEN)}.` }).default("always"),
});
export type EmbedFrameOptions = z.output<typeof embedFrameQuery>;

const colors = z.object({
  background: z.string(),
  border: z.string(),
  text: z.string(),
  tone: z.string().meta({ description: "The status color." }),
});
export type EmbedColors = z.output<typeof colors>;

export const embedState = z
  .object({
    name: z.string(),
    url: z.string(),
    lang: z.string(),
    dir: z.enum(["ltr", "rtl"]),
    status: z.enum([
      "operational",
      "degraded",
      "partial_outage",
      "major_outage",
      "under_maintenance",
      "pending",
    ]),
    text: z.string().meta({ description: "The status as text." }),
    items: z
      .array(z.object({ title: z.string(), url: z.string() }))
      .meta({ description: "Open incidents, worst first, then maintenance in progress." }),
    words: z.object({ close: z.string(), all: z.string() }),
    colors: z.object({ light: colors, dark: colors }),
  })
  .meta({ id: "EmbedState" });
export type EmbedState = z.output<typeof embedState>;
