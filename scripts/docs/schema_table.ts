import { code, makeTable } from "./table.ts";

export interface SchemaNode {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  title?: string;
  description?: string;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  writeOnly?: boolean;
  deprecated?: boolean;
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
}

interface Row {
  path: string;
  takes: string;
  standard: string;
  says: string;
}

const REFERENCE = "Vault reference";
const REQUIRED = "**required**";
const TO_VAULTS = "[vault reference](configuration.md#secrets-from-a-vault)";

export function makeSchemaTable(schema: SchemaNode): string {
  const rows = listRows(schema, "");
  if (rows.length === 0) return "There is nothing to set.";
  return makeTable(
    ["Setting", "Takes", "Left out", "What it does"],
    rows.map(({ path, takes, standard, says }) => [code(path), takes, standard, says]),
  );
}

function listRows(node: SchemaNode, prefix: string): Row[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    if (child.deprecated) return [];
    const isRequired = node.required?.includes(name) ?? false;
    return rowsOf(child, { path: `${prefix}${name}`, isRequired });
  });
  return [...own, ...listKinds(node, prefix)];
}

function listKinds(node: SchemaNode, prefix: string): Row[] {
  const kinds = (node.oneOf ?? []).map((kind) => ({ name: nameOf(kind), rows: listRows(kind, prefix) }));
  const paths = [...new Set(kinds.flatMap(({ rows }) => rows.map(({ path }) => path)))];
  return paths.flatMap((path) => {
    const having = kinds.filter(({ rows }) => rows.some((row) => row.path === path));
    const rows = having.flatMap((kind) => kind.rows.filter((row) => row.path === path));
    const [first] = rows;
    if (!first) return [];
    const takes = [...new Set(rows.flatMap((row) => row.takes.split(", ")))].join(", ");
    if (having.length === kinds.length) return [{ ...first, takes }];
    const which = `With ${having.map(({ name }) => code(name)).join(" or ")}.`;
    return [{ ...first, takes, says: `${which} ${first.says}`.trim() }];
  });
}

function nameOf({ properties = {}, title }: SchemaNode): string {
  const constant = Object.values(properties).find((property) => property.const !== undefined);
  return String(constant?.const ?? title ?? "");
}

function rowsOf(node: SchemaNode, { path, isRequired }: { path: string; isRequired: boolean }): Row[] {
  if (node.title === REFERENCE) {
    const says = "Replaces the user and password, or the secret, with one from a vault.";
    return [{ path, takes: TO_VAULTS, standard: isRequired ? REQUIRED : "", says }];
  }
  if (node.type === "object" && node.properties) return listRows(node, `${path}.`);
  if (node.oneOf)
    return listRows({ oneOf: node.oneOf }, `${path}.`).map((row) => withDefault(row, node, path));
  const row = {
    path,
    takes: takesOf(node),
    standard: standardOf(node, isRequired),
    says: node.description ?? "",
  };
  return node.items?.oneOf || node.items?.properties ? [row, ...listRows(node.items, `${path}[].`)] : [row];
}

function withDefault(row: Row, { default: whole }: SchemaNode, path: string): Row {
  if (typeof whole !== "object" || whole === null) return row;
  const value = (whole as Record<string, unknown>)[row.path.slice(path.length + 1)];
  return value === undefined ? row : { ...row, standard: code(value) };
}

function standardOf(node: SchemaNode, isRequired: boolean): string {
  if (node.default === "") return "empty";
  if (node.default === null) return node.description?.includes("Default:") ? "" : "off";
  if (node.default !== undefined) return code(node.default);
  return isRequired ? REQUIRED : "";
}

function takesOf(node: SchemaNode): string {
  if (node.const !== undefined) return node.const === "" ? "" : code(node.const);
  if (node.enum) return node.enum.map(code).join(", ");
  if (node.anyOf) return [...new Set(node.anyOf.map(takesOf).filter((part) => part !== ""))].join(" or ");
  if (node.type === "boolean") return "`true` or `false`";
  if (node.type === "integer" || node.type === "number") return rangeOf(node);
  if (node.type === "array") return node.items?.type === "string" ? "list of text values" : "list";
  if (node.type === "object") return holdsText(node) ? "map of text values" : "object";
  if (node.type === "null") return "";
  if (node.writeOnly) return "text, kept secret";
  return node.format === "uri" ? "address" : "text";
}

function holdsText({ additionalProperties: values }: SchemaNode): boolean {
  return (
    typeof values === "object" && [values, ...(values.anyOf ?? [])].some(({ type }) => type === "string")
  );
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  const isLimit = (value: number | undefined) => value !== undefined && Math.abs(value) < 1e15;
  return isLimit(minimum) && isLimit(maximum) ? `${minimum} to ${maximum}` : "number";
}
