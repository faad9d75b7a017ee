import { isCredentialName } from "../../../src/lib/credential_name.ts";
import { isEqual } from "../../../src/lib/is_equal.ts";
import { MASK } from "../../../src/lib/mask.ts";
import type { ImportResponse } from "../../../src/schema/document.ts";

interface DocumentSchema {
  const?: unknown;
  default?: unknown;
  writeOnly?: boolean;
  properties?: Readonly<Record<string, DocumentSchema>>;
  items?: DocumentSchema;
  oneOf?: readonly DocumentSchema[];
  anyOf?: readonly DocumentSchema[];
  allOf?: readonly DocumentSchema[];
  if?: DocumentSchema;
  then?: DocumentSchema;
}

export type StoredDocument = Readonly<Record<string, unknown>>;
type Change = ImportResponse["changes"][number];

export interface SettingChange {
  path: string;
  before: unknown;
  after: unknown;
  isDefault: boolean;
  isSecret: boolean;
}

interface Place {
  path: readonly string[];
  before: unknown;
  written: unknown;
  schema: DocumentSchema | undefined;
}

export function listSettingChanges(
  { kind, fields = [] }: Change,
  documents: {
    before: StoredDocument | undefined;
    after: StoredDocument | undefined;
    schema: DocumentSchema;
  },
): SettingChange[] {
  const { before, after, schema } = documents;
  const ofKind = branchFor(schema, "kind", kind);
  const ofType = branchFor(ofKind, "type", after?.["type"]);
  return fields.flatMap((field) => {
    const part = ofType?.properties?.[field] ?? ofKind?.properties?.[field];
    return comparePlace({ path: [field], before: before?.[field], written: after?.[field], schema: part });
  });
}

function comparePlace({ path, before, written, schema }: Place): SettingChange[] {
  const after = written === undefined ? schema?.default : written;
  if (isEqual(before, after)) return [];
  if (isIdList(before ?? []) && isIdList(after ?? [])) return compareLists({ path, before, written, schema });
  // Also when one side is absent: a secret inside must not be shown as part of its object.
  const [old, wanted] = [before ?? {}, after ?? {}];
  if (isMap(old) && isMap(wanted)) {
    return [...new Set([...Object.keys(old), ...Object.keys(wanted)])].flatMap((name) =>
      comparePlace({
        path: [...path, name],
        before: old[name],
        written: wanted[name],
        schema: partOf(schema, name),
      }),
    );
  }
  const isSecret = isHidden({ path, before, schema });
  if (isSecret && after === MASK && isMasked(before)) return [];
  const isDefault = written === undefined && after !== undefined;
  return [{ path: path.join("."), before, after, isDefault, isSecret }];
}

function compareLists({ path, before, written, schema }: Place): SettingChange[] {
  const [old, wanted] = [byId(before), byId(written ?? schema?.default)];
  const stays = (other: StoredDocument) => (id: string) => id in other;
  const order = [Object.keys(old).filter(stays(wanted)), Object.keys(wanted).filter(stays(old))] as const;
  const changes = Object.keys({ ...old, ...wanted }).flatMap((id) =>
    comparePlace({ path: [...path, id], before: old[id], written: wanted[id], schema: schema?.items }),
  );
  if (isEqual(order[0], order[1])) return changes;
  const place = [...path, "order"].join(".");
  return [...changes, { path: place, before: order[0], after: order[1], isDefault: false, isSecret: false }];
}

function byId(list: unknown): StoredDocument {
  const items = (list ?? []) as readonly { id: string }[];
  return Object.fromEntries(items.map(({ id, ...item }) => [id, item]));
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isMap(item) && typeof item["id"] === "string");
}

function branchFor(
  schema: DocumentSchema | undefined,
  name: string,
  value: unknown,
): DocumentSchema | undefined {
  return schema?.allOf?.find((one) => one.if?.properties?.[name]?.const === value)?.then;
}

function partOf(schema: DocumentSchema | undefined, name: string): DocumentSchema | undefined {
  const shapes = [schema, ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])];
  return shapes.find((one) => one?.properties?.[name])?.properties?.[name];
}

function isHidden({ path, before, schema }: Omit<Place, "written">): boolean {
  if (isMasked(before) || schema?.writeOnly === true) return true;
  return path.includes("headers") && isCredentialName(path.at(-1) ?? "");
}

function isMasked(value: unknown): boolean {
  return typeof value === "string" && value.startsWith(MASK);
}

function isMap(value: unknown): value is StoredDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
