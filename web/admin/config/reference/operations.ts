import type { ApiDescription, ApiOperation } from "../../../../src/schema/api_description.ts";
import { exampleOf } from "./schema_words.ts";

export interface Operation extends ApiOperation {
  method: string;
  path: string;
}

export interface OperationGroup {
  name: string;
  operations: readonly Operation[];
}

export function groupOperations({ paths }: ApiDescription, search: string): OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const one = { ...operation, method: method.toUpperCase(), path };
      const said = `${one.method} ${path} ${one.summary} ${one.description ?? ""}`.toLowerCase();
      if (!words.every((word) => said.includes(word))) continue;
      const name = groupOf(path);
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}

function groupOf(path: string): string {
  const [, area = "", part = ""] = /^\/api\/v1\/(admin|auth|setup|public)(?:\/([^/]+))?/.exec(path) ?? [];
  if (area === "admin") return part;
  return area === "" ? "public" : area;
}

export function takesToken({ security }: ApiOperation): boolean {
  return security.some((way) => "token" in way);
}

export function isOpen({ security }: ApiOperation): boolean {
  return security.some((way) => Object.keys(way).length === 0);
}

export function formatCall(api: ApiDescription, operation: Operation, origin: string): string | null {
  if (!takesToken(operation) && !isOpen(operation)) return null;
  const [type, { schema } = {}] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const parts = [`curl -X ${operation.method} "${origin}${operation.path}"`];
  if (takesToken(operation)) parts.push(`-H "Authorization: Bearer $UPTIDE_TOKEN"`);
  if (type === "multipart/form-data") parts.push(`-F "file=@FILE"`);
  else if (type) parts.push(`-H "Content-Type: ${type}"`, ...formatBody(api, type, schema));
  return parts.join(" \\\n  ");
}

function formatBody(
  api: ApiDescription,
  type: string,
  schema: Parameters<typeof exampleOf>[1] | undefined,
): string[] {
  if (type !== "application/json") return ["--data-binary @FILE"];
  return [`-d '${JSON.stringify(exampleOf(api, schema ?? {})).replaceAll("'", `'\\''`)}'`];
}
