import { z } from "zod";
import { id, line, timestamp } from "./common.ts";
import { listUpTo } from "./limits.ts";
import { pageKey } from "./page_key.ts";
import { pageMode } from "./page_mode.ts";
import { overallStatus } from "./public_page.ts";
import { versioned, versionRead } from "./version.ts";

const hostname = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    "Use a hostname, such as status.example.com.",
  );

const hostnames = listUpTo(10, hostname, "hostnames").transform((names) => [...new Set(names)]);

const name = line(100);

export const newPage = z.object({
  key: pageKey.optional().meta({ description: "Default: generated from the name. Can't be changed later." }),
  name,
  hostnames: hostnames.default([]),
  copyFrom: pageKey.optional().meta({
    description: "The page to copy the layout, branding, languages and subscription settings from.",
  }),
});
export type NewPage = z.output<typeof newPage>;

export const pageChange = z
  .object({ name, hostnames, position: z.int().min(0).max(10_000) })
  .partial()
  .extend({ ...versionRead, key: z.undefined("The key can't be changed: leave it out.").optional() });
export type PageChange = Omit<z.output<typeof pageChange>, "key">;

export const page = z
  .object({
    id,
    key: z.string(),
    name: z.string(),
    isDefault: z.boolean(),
    hostnames: z.array(z.string()),
    access: pageMode,
    position: z.int(),
    subscribers: z.int(),
    overall: overallStatus.nullable().meta({ description: "Null while unknown." }),
    url: z.string().nullable().meta({ description: "Null without PUBLIC_URL." }),
    createdAt: timestamp,
    updatedAt: timestamp,
    ...versioned,
  })
  .meta({ id: "Page" });
export type Page = z.output<typeof page>;

export const pageDetails = page
  .extend({
    contents: z
      .object({
        blocks: z.int(),
        monitors: z.int(),
        incidents: z.int(),
        maintenance: z.int(),
        subscribers: z.int(),
      })
      .meta({
        description: "The page's contents, with the incidents and maintenance windows that only it shows.",
      }),
    arrivals: z
      .array(z.object({ hostname: z.string(), at: timestamp.nullable() }))
      .meta({ description: "When each hostname received its first request. Null: none yet." }),
  })
  .meta({ id: "PageDetails" });
export type PageDetails = z.output<typeof pageDetails>;
