import { describeConfig as describeCheck } from "../../src/check/check_type.ts";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import { ACTION_PLACEHOLDERS, INCIDENT_PLACEHOLDERS } from "../../src/domain/alert/placeholders.ts";
import { describeConfig as describeChannel } from "../../src/notify/channel_type.ts";
import { CHANNEL_TYPES } from "../../src/notify/registry.ts";
import { wordsOf } from "../../web/lib/words.ts";

interface Schema {
  title?: string;
  description?: string;
  deprecated?: boolean;
  enum?: readonly unknown[];
  "x-labels"?: Readonly<Record<string, string>>;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  oneOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
}

export function listServedTexts(): string[] {
  const types = [
    ...CHECK_TYPES.map((type) => ({ label: type.label, schema: describeCheck(type) })),
    ...CHANNEL_TYPES.map((type) => ({ label: type.label, schema: describeChannel(type) })),
  ];
  const ofTypes = types.flatMap(({ label, schema }) => [label, ...listTexts(schema as Schema)]);
  const ofPlaceholders = [...ACTION_PLACEHOLDERS, ...INCIDENT_PLACEHOLDERS].map(
    ({ description }) => description,
  );
  return [...new Set([...ofTypes, ...ofPlaceholders])];
}

function listTexts(schema: Schema, name?: string): string[] {
  if (schema.deprecated) return [];
  const isNamed = name !== undefined && !("const" in schema);
  const own = schema.title ?? (isNamed ? wordsOf(name) : undefined);
  const choices = (schema.enum ?? []).map((one) => schema["x-labels"]?.[String(one)] ?? wordsOf(String(one)));
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([key, node]) => listTexts(node, key)),
    ...(schema.oneOf ?? []).map((node) => listTexts(node)),
    schema.items ? listTexts(schema.items) : [],
    typeof schema.additionalProperties === "object" ? listTexts(schema.additionalProperties) : [],
  ];
  return [own, schema.description, ...choices, ...inside.flat()].filter((said) => said !== undefined);
}

export function findTextProblems(english: unknown, translated: unknown, path: string): string[] {
  if (translated === undefined) return [`${path} is missing`];
  if (english === undefined) return [`${path} has no English`];
  if (kindOf(english) !== kindOf(translated)) return [`${path} is no ${kindOf(english)}`];
  if (typeof english === "function" && typeof translated === "function")
    return english.length === translated.length ? [] : [`${path} does not take ${english.length}`];
  if (typeof english === "string") return findStringProblems(english, String(translated), path);
  const [own, other] = [english, translated] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(own), ...Object.keys(other)]);
  return [...keys].flatMap((key) => findTextProblems(own[key], other[key], `${path}.${key}`));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function findStringProblems(english: string, translated: string, path: string): string[] {
  if ((english === "") !== (translated === "")) return [`${path} is empty in one of them`];
  const namesOf = (said: string) =>
    [...said.matchAll(/\{\{\w+\}\}/g)]
      .map(([name]) => name)
      .sort()
      .join();
  return namesOf(english) === namesOf(translated) ? [] : [`${path} has other placeholders`];
}
