import type { ZodType, z } from "zod";
import { findCheckType } from "../../check/registry.ts";
import { isDocumentKind, keyOf, placeOfDocument } from "../../domain/config/document.ts";
import {
  defaultIntervalSecs,
  findIntervalProblem,
  findLocationProblem,
  locationRuleOf,
} from "../../domain/monitor/rule.ts";
import { AppError, invalid, MOST_PROBLEMS, type Problem } from "../../lib/errors.ts";
import { formatPath } from "../../lib/format_path.ts";
import { hasName, isDeeperThan } from "../../lib/nesting.ts";
import { YamlFault } from "../../lib/yaml/fault.ts";
import { readYaml } from "../../lib/yaml/read.ts";
import { findChannelType } from "../../notify/registry.ts";
import { actionConfig } from "../../schema/action.ts";
import {
  type AnyDocument,
  actionDocument,
  channelDocument,
  type MonitorDocument,
  monitorDocument,
} from "../../schema/document.ts";
import { type AnyKind, type DocumentKind, PAGE_KINDS, type PageKind } from "../../schema/document_kind.ts";
import { explainIssue } from "../../schema/explain_issue.ts";
import {
  brandingDocument,
  layoutDocument,
  localeDocument,
  maintenanceDocument,
  type PageDocument,
  pageLanguagesDocument,
  pageSettingsDocument,
  scheduleDocument,
  statusPageDocument,
  templateDocument,
} from "../../schema/page_document.ts";
import { strict } from "../../schema/strict.ts";
import type { ShapedPage } from "./page_settings_plan.ts";

const MOST_LEVELS = 20;

export interface SentDocument {
  value: Readonly<Record<string, unknown>>;
  place: string;
  kind: AnyKind | null;
  position: number;
}

export interface ShapedDocument<D extends AnyDocument = AnyDocument> {
  place: string;
  body: D;
}

const SCHEMAS: Record<DocumentKind, ZodType<AnyDocument>> = {
  Action: actionDocument,
  Monitor: monitorDocument,
  NotificationChannel: channelDocument,
};

const PAGE_SCHEMAS: Record<PageKind, ZodType<PageDocument>> = {
  Page: statusPageDocument,
  Layout: layoutDocument,
  Branding: brandingDocument,
  PageSettings: pageSettingsDocument,
  IncidentTemplate: templateDocument,
  Locale: localeDocument,
  Maintenance: maintenanceDocument,
  Schedule: scheduleDocument,
};

export interface Shaped {
  documents: ShapedDocument[];
  page: ShapedPage[];
}

export function parseDocuments(
  text: string,
  kinds: readonly AnyKind[],
): { documents: SentDocument[]; problems: Problem[] } {
  const values = readText(text);
  const documents: SentDocument[] = [];
  const problems: Problem[] = [];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const place = placeOfDocument(value, i + 1);
    if (typeof value !== "object" || Array.isArray(value)) {
      problems.push({ path: place, message: "This isn't a document: start with kind, key and name." });
      continue;
    }
    const sent = value as SentDocument["value"];
    documents.push({
      value: sent,
      place,
      kind: kinds.find((kind) => kind === sent["kind"]) ?? null,
      position: i + 1,
    });
  }
  return { documents, problems };
}

/** An export of nothing has only this line; an empty file without it may be a mistake. */
const NAMES_SCHEMA = /^# yaml-language-server: \$schema=\S*\/schema\/config\.json/m;

function readText(text: string): unknown[] {
  try {
    const values = readYaml(text);
    if (values.every((value) => value === null) && !NAMES_SCHEMA.test(text))
      throw new YamlFault("The text contains no document.");
    return values;
  } catch (error) {
    if (error instanceof YamlFault) throw invalid(error.message);
    throw error;
  }
}

export function shapeDocuments(
  documents: readonly SentDocument[],
  { kinds, problems }: { kinds: readonly AnyKind[]; problems: Problem[] },
): Shaped {
  const shaped: Shaped = { documents: [], page: [] };
  const seen = new Map<string, number>();
  for (const document of documents) {
    const { place, value, position } = document;
    const found = shapeDocument(document, kinds);
    problems.push(
      ...found.problems.map(({ path, message }) => ({
        path: path === "" ? place : `${place}.${path}`,
        message,
      })),
    );
    const own = keyOf(value);
    const key = typeof own === "string" ? `${document.kind} ${own}` : null;
    const first = key === null ? undefined : seen.get(key);
    if (first !== undefined)
      problems.push({
        path: "key" in value ? `${place}.key` : place,
        message: `Document ${first} has the same key: remove one.`,
      });
    else if (key !== null) seen.set(key, position);
    if (found.body && isPageDocument(found.body)) shaped.page.push({ place, body: found.body });
    else if (found.body) shaped.documents.push({ place, body: found.body });
    if (problems.length >= MOST_PROBLEMS) break;
  }
  return shaped;
}

export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const more =
    problems.length > 1
      ? ` (${problems.length >= MOST_PROBLEMS ? "100 or more problems" : `${problems.length} problems`})`
      : "";
  throw new AppError("invalid", `${first.path}: ${first.message}${more}`, {
    problems: problems.slice(0, MOST_PROBLEMS),
  });
}

function isPageDocument(body: AnyDocument | PageDocument): body is PageDocument {
  return PAGE_KINDS.some((kind) => kind === body.kind);
}

function shapeDocument(
  { value, kind }: SentDocument,
  kinds: readonly AnyKind[],
): { body: AnyDocument | PageDocument | null; problems: Problem[] } {
  if (kind === null) {
    const hint = PAGE_KINDS.some((one) => one === value["kind"]) ? " For others, use ?kind=." : "";
    const message = `Enter one of ${kinds.join(", ")}.${hint}`;
    return { body: null, problems: [{ path: "kind", message }] };
  }
  const deep = findTooDeep(value);
  if (deep) return { body: null, problems: [deep] };
  if (!isDocumentKind(kind)) {
    const isOfPage = kind === "Locale" && Object.hasOwn(value, "page");
    const { data, problems } = parse(isOfPage ? pageLanguagesDocument : PAGE_SCHEMAS[kind], value, []);
    return { body: data as PageDocument | null, problems };
  }
  const body = parse(SCHEMAS[kind], value, []);
  const config = parseConfig(kind, value);
  const problems = [...body.problems, ...config.problems];
  if (!body.data || problems.length > 0) return { body: null, problems };
  const shaped = { ...(body.data as AnyDocument), config: config.data as AnyDocument["config"] };
  const misplaced = shaped.kind === "Monitor" ? findRuleProblem(shaped) : null;
  return misplaced ? { body: null, problems: [misplaced] } : { body: shaped, problems };
}

function findRuleProblem(shaped: MonitorDocument): Problem | null {
  const { type, intervalSecs = defaultIntervalSecs(type) } = shaped;
  return (
    findLocationProblem({ type, ...locationRuleOf(shaped) }) ?? findIntervalProblem({ type, intervalSecs })
  );
}

function findTooDeep(value: SentDocument["value"]): Problem | null {
  const message = `Nest it at most ${MOST_LEVELS} levels deep.`;
  for (const [name, part] of Object.entries(value))
    if (isDeeperThan(part, MOST_LEVELS)) return { path: name, message };
  return hasName(value, "__proto__") ? { path: "", message: "Leave out the name __proto__." } : null;
}

function parseConfig(kind: DocumentKind, { type, config: given }: SentDocument["value"]) {
  const config = given === undefined ? {} : given;
  const nothing = { data: {}, problems: [] as Problem[] };
  if (typeof config !== "object" || config === null || Array.isArray(config)) return nothing;
  if (kind === "Action")
    return given === undefined ? nothing : parse(strict(actionConfig), config, ["config"]);
  if (typeof type !== "string") return nothing;
  const channel = kind === "Monitor" ? null : findChannelType(type);
  const schema = channel ? (channel.documentConfig ?? channel.config) : findCheckType(type)?.config;
  if (!schema || (kind !== "Monitor" && !channel)) {
    const message = `Unknown type: ${type.slice(0, 100)}.`;
    return { ...nothing, problems: [{ path: "type", message }] };
  }
  return parse(strict(schema), config, ["config"]);
}

function parse(
  schema: ZodType,
  value: unknown,
  root: readonly PropertyKey[],
): { data: unknown; problems: Problem[] } {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return { data: result.data, problems: [] };
  const problems = result.error.issues.slice(0, MOST_PROBLEMS).flatMap((issue) => toProblems(issue, root));
  return { data: null, problems };
}

function toProblems(issue: z.core.$ZodIssue, root: readonly PropertyKey[]): Problem[] {
  const path = [...root, ...issue.path];
  if (issue.code !== "unrecognized_keys") return [{ path: formatPath(path), message: issue.message }];
  return issue.keys.slice(0, MOST_PROBLEMS).map((name) => ({
    path: formatPath([...path, name.slice(0, 100)]),
    message: "Unknown setting: leave it out, or check its spelling.",
  }));
}
