import type { MonitorDocument } from "../../schema/document.ts";
import { ALL_KINDS, type AnyKind, DOCUMENT_KINDS, type DocumentKind } from "../../schema/document_kind.ts";
import type { Part } from "../../schema/permission.ts";

/** The part that a token needs for documents of the kind. */
export const PART_OF = {
  NotificationChannel: "channels",
  Monitor: "monitors",
  Action: "actions",
  Layout: "appearance",
  Branding: "appearance",
  IncidentTemplate: "incidents",
  Locale: "appearance",
  Maintenance: "maintenance",
} as const satisfies Record<AnyKind, Part>;

/** By what a document is known among those of its kind; of what there is one of, by its kind. */
export function keyOf(value: Readonly<Record<string, unknown>>): unknown {
  const { kind, key, name, code } = value;
  if (kind === "IncidentTemplate") return name;
  if (kind === "Locale") return code;
  return kind === "Layout" || kind === "Branding" ? kind.toLowerCase() : key;
}

export function isDocumentKind(value: unknown): value is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === value);
}

function isAnyKind(value: unknown): value is AnyKind {
  return ALL_KINDS.some((kind) => kind === value);
}

/** How a problem names its document: by kind and key, else by its place in the text. */
export function placeOfDocument(value: unknown, position: number): string {
  const document = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const [kind, key] = [document["kind"], keyOf(document)];
  const isKey = (typeof key === "string" || typeof key === "number") && key !== "";
  return isAnyKind(kind) && isKey ? `${kind}[${String(key).slice(0, 100)}]` : `(document ${position})`;
}

/** Channels, monitors, actions, each by key. */
export function compareDocuments(
  a: { kind: AnyKind; key: string },
  b: { kind: AnyKind; key: string },
): number {
  return (
    ALL_KINDS.indexOf(a.kind) - ALL_KINDS.indexOf(b.kind) || (a.key < b.key ? -1 : Number(a.key > b.key))
  );
}

/** What each depends on once the documents are stored. */
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

/** These and everything that depends on one of them, directly or through others. */
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
  // A set hands out what is added while it is walked.
  for (const key of all) for (const dependent of dependents.get(key) ?? []) all.add(dependent);
  return all;
}

type Link = NonNullable<MonitorDocument["actions"]>[number];

export function inLinkOrder(links: readonly Link[]): Link[] {
  const nameOf = ({ action, onStatus }: Link) => `${action}/${onStatus}`;
  return links.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Keys in the order of an export, each once. */
export function asSet(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort();
}
