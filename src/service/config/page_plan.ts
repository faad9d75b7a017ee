import type { Statement } from "../../data/db.ts";
import { insertMaintenanceKey, linkMonitorsByKey } from "../../data/maintenance_key.ts";
import { fillLastEntry, fillLayout, type Stand } from "../../data/temporary_ids.ts";
import { keyOf } from "../../domain/config/document.ts";
import {
  monitorsIn,
  toLayoutDocument,
  toLocaleDocument,
  toMaintenanceDocument,
  toTemplateDocument,
  toTree,
} from "../../domain/config/page_form.ts";
import { noneWithKey } from "../../domain/config/references.ts";
import { findTranslationProblems } from "../../domain/page/language.ts";
import { settingOf } from "../../domain/page/site.ts";
import { PAGE_TEXTS } from "../../domain/page/texts.ts";
import type { Problem } from "../../lib/errors.ts";
import type { ImportResponse } from "../../schema/document.ts";
import {
  ALL_PAGES,
  type LayoutDocument,
  type LocaleDocument,
  type MaintenanceDocument,
  type PageDocument,
  type ScheduleDocument,
  type StatusPageDocument,
  type TemplateDocument,
} from "../../schema/page_document.ts";
import {
  decideMaintenance,
  findMaintenanceProblem,
  findTurnBack,
  makeMaintenance,
} from "../incident/maintenance.ts";
import { planOf, rowOf, toMaintenance } from "../incident/maintenance_view.ts";
import { decideTemplate, makeTemplate } from "../incident/template.ts";
import { decideLayout, LAYOUT, placeAndCheck } from "../page/layout.ts";
import { decideLocale, makeDefaultLocale, makeLocale } from "../page/locale.ts";
import { hostnameTaken } from "../page/page.ts";
import {
  changedNames,
  decideLook,
  decideOffer,
  decidePageSettings,
  missingPage,
  noPageWithKey,
  type Outcome,
  type Planning,
  type ShapedPage,
} from "./page_settings_plan.ts";
import { pagesOf } from "./page_view.ts";
import { decideScheduleDocument } from "./schedule_document.ts";
import { decideStatusPage } from "./status_page_document.ts";
import { findPage } from "./viewed_pages.ts";

export interface PagePlan {
  changes: ImportResponse["changes"];
  statements: Statement[];
  hasWindows: boolean;
  hasPages: boolean;
}

/** Must follow the statements for channels, monitors and actions in the same batch. Adds to `problems`. */
export async function planPage(planning: Planning, problems: Problem[]): Promise<PagePlan> {
  const plan: PagePlan = { changes: [], statements: [], hasWindows: false, hasPages: false };
  const guards: Statement[] = [];
  for (const { place, body } of planning.documents) {
    const { problems: own = [], fields = [], isNew = false, ...rest } = await decide(planning, body);
    problems.push(...own.map(({ path, message }) => ({ path: `${place}.${path}`, message })));
    const named = { kind: body.kind, key: String(keyOf(body)) };
    if (isNew) plan.changes.push({ ...named, action: "create" });
    else if (fields.length > 0) plan.changes.push({ ...named, action: "update", fields });
    else plan.changes.push({ ...named, action: "unchanged" });
    if (!isNew && fields.length === 0) continue;
    plan.statements.push(...(rest.statements ?? []));
    guards.push(...(rest.guards ?? []));
    if (body.kind === "Maintenance") plan.hasWindows = true;
    if (body.kind === "Page") plan.hasPages = true;
  }
  plan.statements.push(...guards);
  return plan;
}

async function decide(planning: Planning, body: PageDocument): Promise<Outcome> {
  switch (body.kind) {
    case "Page":
      return decidePage(planning, body);
    case "Layout":
      return decideTree(planning, body);
    case "Branding":
      return decideLook(planning, body);
    case "PageSettings":
      return decidePageSettings(planning, body);
    case "IncidentTemplate":
      return decideWording(planning, body);
    case "Locale":
      return "page" in body ? decideOffer(planning, body) : decideLanguage(planning, body);
    case "Maintenance":
      return await decideWindow(planning, body);
    case "Schedule":
      return decideShifts(planning, body);
  }
}

function decideShifts({ context, view }: Planning, body: ScheduleDocument): Outcome {
  const { before = {}, after = {}, ...rest } = decideScheduleDocument(context, body, view.onCall);
  return { ...rest, fields: changedNames(before, after) };
}

function decidePage({ context, view, documents }: Planning, body: StatusPageDocument): Outcome {
  const page = findPage(view.pages, body.key);
  if (!page) throw new Error("a page document has no page");
  const decided = decideStatusPage(context, body, { page, pages: view.pages });
  if (decided.problems) return decided;
  const wanted = new Map(view.pages.map(({ row }) => [row.key, row.hostnames]));
  for (const { body: one } of documents) if (one.kind === "Page") wanted.set(one.key, one.hostnames);
  for (const [key, hostnames] of wanted)
    if (key !== body.key && hostnames.some((one) => body.hostnames.includes(one))) throw hostnameTaken(key);
  return decided;
}

function decideTree({ context, view, made }: Planning, body: LayoutDocument): Outcome {
  const page = findPage(view.pages, body.page);
  if (!page) return missingPage(body.page);
  const known = new Map([...view.monitors, ...made]);
  const missing = findMissing(monitorsIn(body), known);
  if (missing.length > 0) return { problems: missing };
  const wanted = toTree(body, (key) => known.get(key)?.id ?? 0);
  const byId = new Map([...known.values()].map((one) => [one.id, one]));
  const { tree, problems } = placeAndCheck(wanted, byId);
  if (problems.length > 0)
    return {
      problems: problems.map(({ path, message }) => ({
        path: path.replace(/monitorId$/, "monitor"),
        message,
      })),
    };
  const keys = new Map([...known].map(([key, { id }]) => [id, key]));
  const [before, after] = [toLayoutDocument(page.layout, keys), toLayoutDocument(tree, keys)];
  const statements = decideLayout({ ...context, page: page.site }, page.layout, tree);
  const stands = standsOf(
    made,
    monitorsIn(body).map(({ key }) => key),
  );
  if (stands.length > 0)
    statements.push(fillLayout(context.db, settingOf(LAYOUT, page.row.id), stands), fillLastEntry(stands));
  return { fields: changedNames(before, after), statements };
}

const ONE_DEFAULT = "One of them must be the default: make another one the default instead.";
const TWO_DEFAULTS = "Another document is already the default: remove it from one.";

function decideWording({ context, view, documents }: Planning, body: TemplateDocument): Outcome {
  const { kind: _, ...wanted } = body;
  const before = view.templates.find(({ name }) => name === body.name);
  const problem = findDefaultProblem(body, { documents, wasDefault: before?.isDefault ?? false });
  if (problem) return { problems: [problem] };
  if (!before) return { isNew: true, statements: makeTemplate(context, wanted) };
  const { isDefault, ...rest } = wanted;
  const given = before.isDefault && !isDefault ? rest : wanted;
  return {
    fields: changedNames(toTemplateDocument(before), toTemplateDocument(wanted)),
    statements: decideTemplate(context, before, given),
  };
}

function decideLanguage({ context, view, documents }: Planning, body: LocaleDocument): Outcome {
  const { code, name, isDefault, published, translations } = body;
  const before = view.locales.find((one) => one.code === code);
  const problems = findTranslationProblems(translations, PAGE_TEXTS);
  const problem = findDefaultProblem(body, { documents, wasDefault: before?.isDefault ?? false });
  if (problem) problems.push(problem);
  if (isDefault && !published)
    problems.push({ path: "published", message: "The default language is always shown." });
  if (problems.length > 0) return { problems };
  const becomes = isDefault && !before?.isDefault ? makeDefaultLocale(context, body) : [];
  if (!before)
    return {
      isNew: true,
      statements: [...makeLocale(context, { code, name, published, translations }), ...becomes],
    };
  const gone = Object.keys(before.translations).filter((text) => !Object.hasOwn(translations, text));
  const texts = { ...translations, ...Object.fromEntries(gone.map((text) => [text, null])) };
  const stops = before.isDefault && !isDefault;
  return {
    fields: changedNames(toLocaleDocument(before), toLocaleDocument(body)),
    statements: [
      ...decideLocale(
        context,
        { ...before, isDefault: stops ? false : before.isDefault },
        { name, published, translations: texts },
      ),
      ...becomes,
    ],
  };
}

async function decideWindow(planning: Planning, body: MaintenanceDocument): Promise<Outcome> {
  const { context, view, made } = planning;
  const { kind: _, key, monitors, pages, ...settings } = body;
  const named = monitors.map((key, i) => ({ path: `monitors[${i}]`, key }));
  const listed = pages === ALL_PAGES ? null : pages;
  const idsOfPages = new Map(view.pages.map(({ row }) => [row.key, row.id]));
  const missing = [
    ...findMissing(named, new Map([...view.monitors, ...made])),
    ...(listed ?? []).flatMap((one, i) =>
      idsOfPages.has(one) ? [] : [{ path: `pages[${i}]`, message: noPageWithKey(one) }],
    ),
  ];
  if (missing.length > 0) return { problems: missing };
  const before = view.windows.find((one) => one.key === key);
  const problem =
    findMaintenanceProblem({ ...settings, monitorIds: monitors.map(() => 0) }) ??
    (before ? findTurnBack(before, settings, context.now) : null);
  if (problem) return { problems: [{ ...problem, path: problem.path.replace("monitorIds", "monitors") }] };
  const monitorIds = monitors.flatMap((one) => view.monitors.get(one)?.id ?? []).sort((a, b) => a - b);
  const unknown = monitors.filter((one) => made.has(one));
  const chosen = listed?.map((one) => idsOfPages.get(one) ?? 0) ?? null;
  const pageIds = pages === undefined ? (before?.pageIds ?? null) : chosen;
  const wanted = { ...settings, pageIds, monitorIds };
  const silence = planning.notifies ? {} : { notifySubscribers: false };
  const link = unknown.length > 0 ? [linkMonitorsByKey(before?.id ?? null, unknown)] : [];
  if (!before) {
    const { statements } = await makeMaintenance(context, { ...wanted, ...silence }, [
      ...link,
      insertMaintenanceKey(key),
    ]);
    return { isNew: true, statements };
  }
  const keys = new Map([...view.keys, ...[...made].map(([key, { id }]) => [id, key] as const)]);
  const write = (row: typeof before) =>
    toMaintenanceDocument(toMaintenance(row, context.now), { key, keys, pages: pagesOf(row, view.pages) });
  const given = { ...wanted, monitorIds: [...monitorIds, ...unknown.map((one) => made.get(one)?.id ?? 0)] };
  const after = { ...before, ...rowOf({ ...planOf(before), ...given }) };
  return {
    fields: changedNames(write(before), write(after)),
    statements: [
      ...(await decideMaintenance(context, before, { given: { ...given, ...silence }, more: link })),
      ...(unknown.length > 0 ? [fillLastEntry(standsOf(made, unknown))] : []),
    ],
  };
}

function standsOf(made: Planning["made"], keys: readonly string[]): Stand[] {
  return [...new Set(keys)].flatMap((key) => {
    const number = made.get(key)?.id;
    return number === undefined ? [] : [{ number, key }];
  });
}

function findMissing(
  named: readonly { path: string; key: string }[],
  known: ReadonlyMap<string, unknown>,
): Problem[] {
  return named
    .filter(({ key }) => !known.has(key))
    .map(({ path, key }) => ({ path, message: noneWithKey("Monitor", key) }));
}

function findDefaultProblem(
  body: TemplateDocument | LocaleDocument,
  { documents, wasDefault }: { documents: readonly ShapedPage[]; wasDefault: boolean },
): Problem | null {
  const others = documents.filter(
    ({ body: other }) =>
      other.kind === body.kind && other !== body && "isDefault" in other && other.isDefault,
  );
  if (body.isDefault && others.length > 0) return { path: "isDefault", message: TWO_DEFAULTS };
  return wasDefault && !body.isDefault && others.length === 0
    ? { path: "isDefault", message: ONE_DEFAULT }
    : null;
}
