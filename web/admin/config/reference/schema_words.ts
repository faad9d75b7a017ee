import type { ApiDescription, JsonSchema } from "../../../../src/schema/api_description.ts";
import { text } from "../../text/reference.ts";

/** A schema may contain itself: nothing is shown past this depth. */
const DEEPEST = 6;
/** The bound that the schema gives unbounded integers. */
const FAR = Number.MAX_SAFE_INTEGER;

export interface SchemaField {
  name: string;
  type: string;
  isRequired: boolean;
  notes: readonly string[];
  description: string;
  fields: readonly SchemaField[];
}

export function fieldsOf(api: ApiDescription, schema: JsonSchema, depth = 0): SchemaField[] {
  if (depth > DEEPEST) return [];
  const inner = innermost(api, schema);
  if (inner.anyOf) return inner.anyOf.flatMap((one) => fieldsOf(api, one, depth));
  return Object.entries(inner.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(api, property),
    isRequired: inner.required?.includes(name) ?? false,
    notes: notesOf(resolved(api, property)),
    description: property.description ?? resolved(api, property).description ?? "",
    fields: fieldsOf(api, property, depth + 1),
  }));
}

function innermost(api: ApiDescription, schema: JsonSchema): JsonSchema {
  const own = resolved(api, schema);
  if (own.type === "array" && own.items) return innermost(api, own.items);
  if (own.type === "object" && !own.properties && typeof own.additionalProperties === "object")
    return innermost(api, own.additionalProperties);
  return own;
}

function resolved(api: ApiDescription, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (api.components.schemas[name] ?? {}) : schema;
}

export function typeOf(api: ApiDescription, schema: JsonSchema): string {
  const own = resolved(api, schema);
  if ("const" in own) return JSON.stringify(own.const);
  if (own.enum) return own.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (own.anyOf) return [...new Set(own.anyOf.map((one) => typeOf(api, one)))].join(" | ");
  if (own.type === "array") return text.listOf(typeOf(api, own.items ?? {}));
  if (own.type === "object" && !own.properties && typeof own.additionalProperties === "object")
    return Object.keys(own.additionalProperties).length > 0
      ? text.byName(typeOf(api, own.additionalProperties))
      : text.object;
  return [own.type ?? text.anything].flat().join(" | ");
}

function notesOf(schema: JsonSchema): string[] {
  const { minimum = -FAR, exclusiveMinimum, maximum = FAR, format, pattern } = schema;
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  return [
    ...(least > -FAR || maximum < FAR ? [text.between(bound(least), bound(maximum))] : []),
    ...lengthsOf(schema.minLength, schema.maxLength, text.characters),
    ...lengthsOf(schema.minItems, schema.maxItems, text.items),
    ...(format ? [format] : []),
    ...(pattern && !format ? [text.matches(pattern)] : []),
    ...("default" in schema ? [text.left(JSON.stringify(schema.default))] : []),
  ];
}

const bound = (value: number) => (Math.abs(value) >= FAR ? null : value);

function lengthsOf(
  least: number | undefined,
  most: number | undefined,
  say: (range: string) => string,
): string[] {
  if (least === undefined && most === undefined) return [];
  return [say(text.between(least ?? null, most ?? null))];
}

export function exampleOf(api: ApiDescription, schema: JsonSchema, depth = 0): unknown {
  const own = resolved(api, schema);
  if (own.examples) return own.examples[0];
  if ("const" in own) return own.const;
  if (own.enum) return own.enum[0];
  if (own.anyOf) return exampleOf(api, own.anyOf[0] ?? {}, depth);
  if (own.type === "array" || depth > DEEPEST) return [];
  if (own.type === "object" || own.properties) {
    const needed = Object.entries(own.properties ?? {}).filter(([name]) => own.required?.includes(name));
    return Object.fromEntries(needed.map(([name, one]) => [name, exampleOf(api, one, depth + 1)]));
  }
  if (own.type === "integer" || own.type === "number")
    return own.minimum && bound(own.minimum) !== null ? own.minimum : 1;
  return own.type === "boolean" ? true : "…";
}
