import { hasResponseTime } from "../../check/registry.ts";
import { listIncidentTemplates, type StoredTemplate } from "../../data/incident_template.ts";
import { listLocales, type StoredLocale } from "../../data/locale.ts";
import { listMaintenance, type StoredMaintenance } from "../../data/maintenance.ts";
import { listMaintenanceKeys } from "../../data/maintenance_key.ts";
import { listMonitorKeys } from "../../data/monitor.ts";
import { readSchedules, type StoredSchedules } from "../../data/schedule.ts";
import { keyOf } from "../../domain/config/document.ts";
import {
  namedWindows,
  toBrandingDocument,
  toLayoutDocument,
  toLocaleDocument,
  toMaintenanceDocument,
  toPageLanguagesDocument,
  toPageSettingsDocument,
  toTemplateDocument,
} from "../../domain/config/page_form.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { PAGE_KINDS, type PageKind } from "../../schema/document_kind.ts";
import { ALL_PAGES, type MaintenanceDocument } from "../../schema/page_document.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import type { Context } from "../context.ts";
import { toMaintenance } from "../incident/maintenance_view.ts";
import { chartable } from "../page/layout.ts";
import { toScheduleDocument } from "./schedule_document.ts";
import { toStatusPageDocument } from "./status_page_document.ts";
import { type ViewedPage, viewPages } from "./viewed_pages.ts";

export interface PageView {
  keys: ReadonlyMap<number, string>;
  monitors: ReadonlyMap<string, { id: number; hasResponseTime: boolean }>;
  pages: readonly ViewedPage[];
  templates: readonly StoredTemplate[];
  locales: readonly StoredLocale[];
  windows: readonly (StoredMaintenance & { key: string })[];
  onCall: StoredSchedules;
}

export async function viewPage(context: Context, newTypes?: ReadonlyMap<string, string>): Promise<PageView> {
  const { db } = context;
  const [known, templates, locales, windows, windowKeys, onCall] = await Promise.all([
    listMonitorKeys(db),
    listIncidentTemplates(db),
    listLocales(db),
    listMaintenance(db),
    listMaintenanceKeys(db),
    readSchedules(db),
  ]);
  const keys = new Map(known.map(({ id, key }) => [id, key]));
  return {
    keys,
    monitors: new Map(
      known.map(({ id, key, type }) => [
        key,
        { id, hasResponseTime: hasResponseTime(newTypes?.get(key) ?? type) },
      ]),
    ),
    pages: await viewPages(context, {
      monitors: chartable(known),
      published: locales.filter(({ published }) => published),
    }),
    templates,
    locales,
    windows: namedWindows(windows, windowKeys),
    onCall,
  };
}

export function pageDocuments(
  view: PageView,
  now: number,
): { kind: PageKind; key: string; document: object }[] {
  const { keys } = view;
  const of: Record<PageKind, { key: string; document: object }[]> = {
    Page: view.pages.slice(1).map((page) => ({ key: page.row.key, document: toStatusPageDocument(page) })),
    Layout: view.pages.map((page) => keyed(toLayoutDocument(page.layout, keys, otherKey(page)))),
    PageSettings: view.pages
      .filter(({ settings }) => !isEqual(settings, subscriptionSettings.parse({})))
      .map((page) => keyed(toPageSettingsDocument(page.settings, otherKey(page)))),
    Branding: view.pages.map((page) => keyed(toBrandingDocument(page.branding, otherKey(page)))),
    IncidentTemplate: view.templates.map((row) => ({ key: row.name, document: toTemplateDocument(row) })),
    Locale: [
      ...view.locales.map((row) => ({ key: row.code, document: toLocaleDocument(row) })),
      ...view.pages
        .filter(({ languages }) => languages.offered !== null || languages.default !== null)
        .map(({ row, languages }) => keyed(toPageLanguagesDocument(row.key, languages))),
    ],
    Maintenance: view.windows.flatMap(({ key, ...row }) => {
      const shown = toMaintenance(row, now);
      const isEmpty = !row.allMonitors && row.monitorIds.length === 0;
      if (shown.status === "completed" || isEmpty) return [];
      const pages = pagesOf(row, view.pages);
      return [{ key, document: toMaintenanceDocument(shown, { key, keys, pages }) }];
    }),
    Schedule: view.onCall.schedules.map((one) => ({
      key: one.key,
      document: toScheduleDocument(one, { people: view.onCall.people, now }),
    })),
  };
  return PAGE_KINDS.flatMap((kind) =>
    of[kind].sort((a, b) => (a.key < b.key ? -1 : 1)).map((one) => ({ kind, ...one })),
  );
}

function keyed(document: object): { key: string; document: object } {
  return { key: String(keyOf({ ...document })), document };
}

function otherKey({ row: { id, key } }: Pick<ViewedPage, "row">): string | undefined {
  return id === DEFAULT_PAGE_ID ? undefined : key;
}

export function pagesOf(
  { pageIds, allMonitors }: Pick<StoredMaintenance, "pageIds" | "allMonitors">,
  pages: readonly ViewedPage[],
): MaintenanceDocument["pages"] {
  if (!pageIds) return allMonitors && pages.length > 1 ? ALL_PAGES : undefined;
  return pages.flatMap(({ row: { id, key } }) => (pageIds.includes(id) ? [key] : [])).sort();
}
