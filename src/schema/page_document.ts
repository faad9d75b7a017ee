import { z } from "zod";
import { branding, brandingFields } from "./branding.ts";
import { line, localeCode, timestamp } from "./common.ts";
import { newIncidentTemplate } from "./incident_template.ts";
import { withoutBlanks } from "./language_words.ts";
import { chartNode, dividerNode, groupNode, incidentsNode, monitorNode, textNode } from "./layout.ts";
import { listUpTo } from "./limits.ts";
import { newLocale, translation } from "./locale.ts";
import { newMaintenance } from "./maintenance.ts";
import { key } from "./monitor.ts";
import { newPage } from "./page.ts";
import { pageKey } from "./page_key.ts";
import { pageMode } from "./page_mode.ts";
import { newSchedule, rotationFields } from "./schedule.ts";
import { strict } from "./strict.ts";
import { subscriptionFields, subscriptionSettings } from "./subscription_settings.ts";

const byKey = { monitor: key };
const monitorBlock = monitorNode.omit({ monitorId: true }).extend(byKey);
const groupBlock = groupNode.extend({
  children: z.array(z.discriminatedUnion("type", [monitorBlock, textNode])).default([]),
});
const block = z.discriminatedUnion("type", [
  groupBlock,
  monitorBlock,
  chartNode.omit({ monitorId: true }).extend(byKey),
  textNode,
  dividerNode,
  incidentsNode,
]);

export const statusPageDocument = strict(
  z.object({
    kind: z.literal("Page"),
    key: pageKey,
    name: newPage.shape.name,
    hostnames: newPage.shape.hostnames,
    access: pageMode.optional().meta({
      description:
        "Omitted: unchanged, or public for a new page. Only administrators can change it. Set the password in the panel.",
    }),
  }),
);
export type StatusPageDocument = z.output<typeof statusPageDocument>;

const ofPage = {
  page: pageKey.optional().meta({ description: "The key of its status page. Omitted: the default page." }),
};

export const layoutDocument = strict(
  z.object({
    kind: z.literal("Layout"),
    ...ofPage,
    children: listUpTo(500, block, "blocks").default([]),
  }),
);
export type LayoutDocument = z.output<typeof layoutDocument>;

function withDefaults<Fields extends Readonly<Record<string, z.ZodType>>>(
  fields: Fields,
  defaults: { [Name in keyof Fields]: z.output<Fields[Name]> },
) {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.default(defaults[name])]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: z.ZodDefault<Fields[Name]> };
}

const brandingSettings = withDefaults(brandingFields, branding.parse({}));

export const brandingDocument = strict(
  z.object({ kind: z.literal("Branding"), ...ofPage, ...brandingSettings }),
);
export type BrandingDocument = z.output<typeof brandingDocument>;

export const pageSettingsDocument = strict(
  z.object({
    kind: z.literal("PageSettings"),
    ...ofPage,
    ...withDefaults(subscriptionFields, subscriptionSettings.parse({})),
  }),
);
export type PageSettingsDocument = z.output<typeof pageSettingsDocument>;

export const templateDocument = strict(
  z.object({ kind: z.literal("IncidentTemplate"), ...newIncidentTemplate.shape }),
);
export type TemplateDocument = z.output<typeof templateDocument>;

export const localeDocument = strict(
  z.object({
    kind: z.literal("Locale"),
    code: newLocale.shape.code,
    name: newLocale.shape.name,
    isDefault: z.boolean().default(false),
    published: newLocale.shape.published,
    translations: z
      .record(z.string(), translation)
      .overwrite(withoutBlanks)
      .default({})
      .meta({ description: "Texts by key. Omitted ones use the page's own." }),
  }),
);
export type LocaleDocument = z.output<typeof localeDocument>;

export const pageLanguagesDocument = strict(
  z.object({
    kind: z.literal("Locale"),
    page: pageKey.meta({ description: "The key of its status page." }),
    offered: z
      .array(localeCode)
      .min(1, "Offer at least one language.")
      .max(200, "Use at most 200 languages.")
      .optional()
      .meta({ description: "Languages this page offers, by code. Omitted: every published language." }),
    default: localeCode.optional().meta({ description: "Omitted: the default language of all pages." }),
  }),
);
export type PageLanguagesDocument = z.output<typeof pageLanguagesDocument>;

const time = z.iso
  .datetime({ offset: true, error: "Use a time such as 2027-01-31T22:00:00Z." })
  .transform((text) => Date.parse(text))
  .pipe(timestamp);

export const ALL_PAGES = "all";
const { monitorIds: _, pageKeys: __, ...window } = newMaintenance.shape;

export const maintenanceDocument = strict(
  z.object({
    kind: z.literal("Maintenance"),
    key,
    ...window,
    startsAt: time,
    endsAt: time,
    pages: z
      .union([z.literal(ALL_PAGES), listUpTo(1000, pageKey, "keys")], {
        error: ({ input }) => (Array.isArray(input) ? undefined : "List the keys of pages, or use all."),
      })
      .optional()
      .meta({
        description:
          "For maintenance of all monitors, the keys of the status pages that show it, or `all`. Empty: no page. Omitted: unchanged, and all pages for new maintenance.",
      }),
    monitors: listUpTo(2000, key, "keys").default([]),
  }),
);
export type MaintenanceDocument = z.output<typeof maintenanceDocument>;

const email = line(254).meta({ description: "A user's address." });

export const scheduleDocument = strict(
  z.object({
    kind: z.literal("Schedule"),
    key,
    name: newSchedule.shape.name,
    timeZone: newSchedule.shape.timeZone,
    rotations: listUpTo(
      20,
      z.object({
        ...rotationFields,
        startsAt: time,
        users: listUpTo(100, email, "people").min(1, "Choose at least one person."),
      }),
      "rotations",
    ).default([]),
    overrides: listUpTo(1000, z.object({ user: email, from: time, to: time }), "overrides")
      .optional()
      .meta({ description: "Omitted: the overrides stay unchanged. Ended ones aren't exported." }),
  }),
);
export type ScheduleDocument = z.output<typeof scheduleDocument>;

export type PageDocument =
  | StatusPageDocument
  | LayoutDocument
  | BrandingDocument
  | PageSettingsDocument
  | TemplateDocument
  | LocaleDocument
  | PageLanguagesDocument
  | MaintenanceDocument
  | ScheduleDocument;
