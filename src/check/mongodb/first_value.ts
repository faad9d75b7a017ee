import { toHex } from "../../lib/bytes.ts";
import type { FirstValue } from "../database/query_result.ts";
import type { BsonDocument, BsonValue } from "./bson.ts";

const COMMON: ReadonlySet<string> = new Set([
  "ok",
  "$clusterTime",
  "operationTime",
  "$configTime",
  "$topologyTime",
]);

/**
 * For a cursor: the first document's first field other than `_id`, if it has one. Otherwise the response's
 * first own field, or `ok`.
 */
export function findFirstValue(response: BsonDocument): FirstValue {
  const batch = batchOf(response);
  if (batch) {
    const [first] = batch;
    if (!(first instanceof Map)) return undefined;
    const [value] = fieldsBut(first, new Set(["_id"]));
    return formatValue(value ?? first.get("_id") ?? null);
  }
  const [value] = fieldsBut(response, COMMON);
  return formatValue(value === undefined ? (response.get("ok") ?? null) : value);
}

function batchOf(response: BsonDocument): BsonValue[] | null {
  const cursor = response.get("cursor");
  const batch = cursor instanceof Map ? cursor.get("firstBatch") : undefined;
  return Array.isArray(batch) ? batch : null;
}

function fieldsBut(document: BsonDocument, without: ReadonlySet<string>): BsonValue[] {
  return [...document].filter(([name]) => !without.has(name)).map(([, value]) => value);
}

function formatValue(value: BsonValue): string | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return toHex(value);
  return typeof value === "object" ? JSON.stringify(toJson(value)) : String(value);
}

function toJson(value: BsonValue): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, part]) => [name, toJson(part)]));
  return typeof value === "bigint" ? String(value) : value;
}
