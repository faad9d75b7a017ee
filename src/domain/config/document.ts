import type { MonitorDocument } from "../../schema/document.ts";
import { ALL_KINDS, type AnyKind, DOCUMENT_KINDS, type DocumentKind } from "../../schema/document_kind.ts";
import type { Part } from "../../schema/permission.ts";
import type { AreaName } from "../access/area.ts";
import { DEFAULT_PAGE_KEY } from "../page/site.ts";

export const PART_OF = {
  NotificationChannel: "channels",
  Monitor: "monitors",
  Action: "actions",
  Page: "appearance",
  Layout: "appearance",
  Branding: "appearance",
  PageSettings: "subscribers",
  IncidentTemplate: "incidents",
  Locale: "appearance",
  Maintenance: "maintenance",
  Schedule: "schedules",
} as const satisfies Record<AnyKind, Part>;

/** Designers change what is on a page, but don't create or rename pages. */
export function areaToChange(kind: AnyKind): AreaName {
  return kind === "Page" ? "pages" : PART_OF[kind];
}

const OF_A_PAGE: Readonly<Record<string, string>> = {
  Layout: "layout",
  Branding: "branding",
  PageSettings: "settings",
  Locale: "locale",
};

/** Kinds with a single document for each page are named by it, unless it is the default one. */
export function keyOf(value: Readonly<Record<string, unknown>>): unknown {
  const { kind, key, name, code, page } = value;
  if (kind === "IncidentTemplate") return name;
  if (kind === "Locale" && page === undefined) return code;
  const own = OF_A_PAGE[String(kind)];
  if (own === undefined) return key;
  return page === undefined || page === DEFAULT_PAGE_KEY ? own : `${own}/${page}`;
}

export function isDocumentKind(value: unknown): value is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === value);
}

function isAnyKind(value: unknown): value is AnyKind {
  return ALL_KINDS.some((kind) => kind === value);
}

export function placeOfDocument(value: unknown, position: number): string {
  const document = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const [kind, key] = [document["kind"], keyOf(document)];
  const isKey = (typeof key === "string" || typeof key === "number") && key !== "";
  return isAnyKind(kind) && isKey ? `${kind}[${String(key).slice(0, 100)}]` : `(document ${position})`;
}

export function compareDocuments(
  a: { kind: AnyKind; key: string },
  b: { kind: AnyKind; key: string },
): number {
  return (
    ALL_KINDS.indexOf(a.kind) - ALL_KINDS.indexOf(b.kind) || (a.key < b.key ? -1 : Number(a.key > b.key))
  );
}

export function mergeDependencies(
  stored: readonly { key: string; dependsOn: string }[],
  documents: readonly { key: string; dependsOn: readonly string[] }[],
): Map<string, readonly string[]> {
  const given = new Map(documents.map(({ key, dependsOn }) => [key, dependsOn]));
  const kept = Map.groupBy(
    stored.filter(({ key }) => !given.has(key)),
    ({ key }) => key,
  );
  return new Map([
    ...[...kept].map(([key, links]) => [key, links.map(({ dependsOn }) => dependsOn)] as const),
    ...given,
  ]);
}

export function withDependents(
  graph: ReadonlyMap<string, readonly string[]>,
  keys: Iterable<string>,
): Set<string> {
  const dependents = new Map<string, string[]>();
  for (const [key, dependsOn] of graph) {
    for (const other of dependsOn) {
      const list = dependents.get(other);
      if (list) list.push(key);
      else dependents.set(other, [key]);
    }
  }
  const all = new Set(keys);
  // A Set iterates over items added during the loop.
  for (const key of all) for (const dependent of dependents.get(key) ?? []) all.add(dependent);
  return all;
}

type Link = NonNullable<MonitorDocument["actions"]>[number];

export function inLinkOrder(links: readonly Link[]): Link[] {
  const nameOf = ({ action, onStatus }: Link) => `${action}/${onStatus}`;
  return links.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

export function asSet(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}
