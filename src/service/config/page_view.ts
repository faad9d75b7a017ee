import { findCheckType } from "../../check/registry.ts";
import { listIncidentTemplates, type StoredTemplate } from "../../data/incident_template.ts";
import { listLocales, type StoredLocale } from "../../data/locale.ts";
import { listMaintenance, type StoredMaintenance } from "../../data/maintenance.ts";
import { listMaintenanceKeys } from "../../data/maintenance_key.ts";
import { listMonitorKeys } from "../../data/monitor.ts";
import { readSchedules, type StoredSchedules } from "../../data/schedule.ts";
import { findSetting } from "../../data/setting.ts";
import {
  namedWindows,
  toBrandingDocument,
  toLayoutDocument,
  toLocaleDocument,
  toMaintenanceDocument,
  toTemplateDocument,
} from "../../domain/config/page_form.ts";
import { EMPTY_LAYOUT, pruneLayout } from "../../domain/page/layout.ts";
import { type Branding, branding } from "../../schema/branding.ts";
import { PAGE_KINDS, type PageKind } from "../../schema/document_kind.ts";
import type { LayoutTree } from "../../schema/layout.ts";
import type { Context } from "../context.ts";
import { toMaintenance } from "../incident/maintenance_view.ts";
import { BRANDING } from "../page/branding.ts";
import { LAYOUT, type StoredLayout } from "../page/layout.ts";
import { toScheduleDocument } from "./schedule_document.ts";

export interface PageView {
  keys: ReadonlyMap<number, string>;
  monitors: ReadonlyMap<string, { id: number; hasResponseTime: boolean }>;
  layout: LayoutTree;
  branding: Branding;
  templates: readonly StoredTemplate[];
  locales: readonly StoredLocale[];
  windows: readonly (StoredMaintenance & { key: string })[];
  onCall: StoredSchedules;
}

export async function viewPage({ db }: Context): Promise<PageView> {
  const [known, layout, look, templates, locales, windows, windowKeys, onCall] = await Promise.all([
    listMonitorKeys(db),
    findSetting(db, LAYOUT),
    findSetting(db, BRANDING),
    listIncidentTemplates(db),
    listLocales(db),
    listMaintenance(db),
    listMaintenanceKeys(db),
    readSchedules(db),
  ]);
  const keys = new Map(known.map(({ id, key }) => [id, key]));
  const stored = layout as StoredLayout | null;
  return {
    keys,
    monitors: new Map(
      known.map(({ id, key, type }) => [
        key,
        { id, hasResponseTime: findCheckType(type)?.hasResponseTime ?? false },
      ]),
    ),
    layout: stored ? pruneLayout(stored.tree, (id) => keys.has(id)) : EMPTY_LAYOUT,
    branding: branding.parse(look ?? {}),
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
    Layout: [{ key: "layout", document: toLayoutDocument(view.layout, keys) }],
    Branding: [{ key: "branding", document: toBrandingDocument(view.branding) }],
    IncidentTemplate: view.templates.map((row) => ({ key: row.name, document: toTemplateDocument(row) })),
    Locale: view.locales.map((row) => ({ key: row.code, document: toLocaleDocument(row) })),
    Maintenance: view.windows.flatMap(({ key, ...row }) => {
      const answered = toMaintenance(row, now);
      if (answered.status === "completed") return [];
      return [{ key, document: toMaintenanceDocument(answered, { key, keys }) }];
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
