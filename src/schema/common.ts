import { z } from "zod";
import { isTimezone } from "../lib/wall_clock.ts";
import { listUpTo, trimmedText } from "./limits.ts";

const CONTROL = /\p{Cc}/u;

export function line(max: number): z.ZodType<string, string> {
  return lineOrNothing(max).min(1, "Fill in this field.");
}

export function lineOrNothing(max: number) {
  return trimmedText(max).refine(
    (text) => !CONTROL.test(text),
    "Leave out line breaks and control characters.",
  );
}

export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const timestamp = z
  .int()
  .min(0)
  .max(LAST_MS, "Use a time before the year 10000.")
  .meta({ description: "Milliseconds since the epoch.", examples: [1_700_000_000_000] });

export const KEY_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const id = z.int().positive();

export function uniqueIds(max: number, noun: string) {
  return listUpTo(max, id, noun).transform((ids) => [...new Set(ids)]);
}

export const monitorIds = uniqueIds(10_000, "monitors");

export const queryInteger = z
  .string()
  .regex(/^-?\d{1,16}$/, "Use a whole number.")
  .transform(Number);

export const localeCode = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/, "Use a language code, such as pl or pt-br.");

export const queryTime = queryInteger.pipe(z.int().min(0, "Use milliseconds since the epoch."));

export const queryIds = z
  .string()
  .max(20_000)
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, "Use ids, separated by commas.")
  .transform((text) => [...new Set(text.split(",").map(Number))]);

export const timezone = z
  .string()
  .refine(isTimezone, "Use the IANA name of a time zone, such as Europe/Warsaw.");

export const pageQuery = {
  page: queryInteger.pipe(z.int().min(1, "Page number, starting at 1.")).optional(),
  limit: z
    .string()
    .regex(/^-?\d{1,40}$/, "Use a whole number.")
    .transform((text) => Math.min(100, Math.max(1, Number(text))))
    .optional(),
};

const LIST_SORTS = ["newest", "oldest", "worst"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export function listSort(worst: string) {
  return z
    .enum(LIST_SORTS, "Use newest, oldest or worst.")
    .optional()
    .meta({ description: `Default: newest. worst: ${worst}, each newest first.` });
}

export interface Paging {
  page: number;
  limit: number;
}

export function pagingOf(query: { page?: number | undefined; limit?: number | undefined }): Paging {
  return { page: query.page ?? 1, limit: query.limit ?? 50 };
}

export function paged<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), limit: z.int() });
}

export const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .optional()
  .meta({ description: "Returned when saving: unknown placeholders, which are left unchanged." });

export const errorBody = z
  .looseObject({
    error: z.string().meta({ description: "What went wrong and how to fix it." }),
    problems: z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          code: z
            .string()
            .optional()
            .meta({ description: "Set if the status page has its own text for this error." }),
        }),
      )
      .max(100)
      .optional(),
  })
  .meta({ id: "Error" });
