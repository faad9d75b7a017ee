import { keyOf } from "../../../src/domain/config/document.ts";
import type { ImportResponse } from "../../../src/schema/document.ts";
import { exportConfiguration, exportDocument, getDocumentSchema } from "../api/config.ts";
import { listSettingChanges, type SettingChange, type StoredDocument } from "./setting_changes.ts";

/** From this many on, whole kinds are read, because the service limits requests per minute. */
const MANY = 10;

export type Differences = ReadonlyMap<string, readonly SettingChange[]>;

export function placeOf({ kind, key }: { kind: string; key: string }): string {
  return `${kind} ${key}`;
}

export async function readDifferences(documents: string, { changes }: ImportResponse): Promise<Differences> {
  const updates = changes.filter(({ action }) => action === "update");
  if (updates.length === 0) return new Map();
  const [{ readYaml }, schema, stored] = await Promise.all([
    import("../../../src/lib/yaml/read.ts"),
    getDocumentSchema(),
    readStored(updates),
  ]);
  const byPlace = (texts: readonly string[]) =>
    new Map(
      texts
        .flatMap(readYaml)
        .filter(isDocument)
        .map((one) => [placeOf({ kind: one.kind, key: String(keyOf(one)) }), one]),
    );
  const [before, after] = [byPlace(stored), byPlace([documents])];
  return new Map(
    updates.map((change) => {
      const place = placeOf(change);
      const of = { before: before.get(place), after: after.get(place), schema };
      return [place, listSettingChanges(change, of)];
    }),
  );
}

async function readStored(updates: ImportResponse["changes"]): Promise<string[]> {
  if (updates.length <= MANY) return await Promise.all(updates.map(exportDocument));
  const kinds = [...new Set(updates.map(({ kind }) => kind))];
  return await Promise.all(kinds.map(exportConfiguration));
}

function isDocument(value: unknown): value is StoredDocument & { kind: string } {
  return typeof value === "object" && value !== null && "kind" in value;
}
