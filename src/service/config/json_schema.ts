import { z } from "zod";
import { CHECK_TYPES } from "../../check/registry.ts";
import { CHANNEL_TYPES } from "../../notify/registry.ts";
import { actionConfig } from "../../schema/action.ts";
import { actionDocument, channelDocument, monitorDocument } from "../../schema/document.ts";
import { type AnyKind, DOCUMENT_KINDS } from "../../schema/document_kind.ts";
import {
  brandingDocument,
  layoutDocument,
  localeDocument,
  maintenanceDocument,
  pageLanguagesDocument,
  pageSettingsDocument,
  scheduleDocument,
  statusPageDocument,
  templateDocument,
} from "../../schema/page_document.ts";
import { strict } from "../../schema/strict.ts";

type Json = Record<string, unknown>;

/** A constant, since an object literal with a `then` key looks like a promise. */
const THEN = "then";

export function describeDocuments(asked: readonly AnyKind[] = DOCUMENT_KINDS): Json {
  const all: Record<AnyKind, Json> = {
    NotificationChannel: describe(channelDocument, CHANNEL_TYPES),
    Monitor: describe(monitorDocument, CHECK_TYPES),
    Action: describeAction(),
    Page: toJson(statusPageDocument),
    Layout: toJson(layoutDocument),
    Branding: toJson(brandingDocument),
    PageSettings: toJson(pageSettingsDocument),
    IncidentTemplate: toJson(templateDocument),
    Locale: {
      if: { required: ["page"] },
      [THEN]: toJson(pageLanguagesDocument),
      else: toJson(localeDocument),
    },
    Maintenance: toJson(maintenanceDocument),
    Schedule: toJson(scheduleDocument),
  };
  const kinds = Object.entries(all).filter(([kind]) => asked.some((one) => one === kind));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Uptide configuration document",
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: kinds.map(([kind]) => kind) } },
    allOf: kinds.map(([kind, schema]) => onlyIf({ kind }, schema)),
  };
}

function describeAction(): Json {
  const document = toJson(actionDocument);
  const properties = document["properties"] as Json;
  return { ...document, properties: { ...properties, config: toJson(strict(actionConfig)) } };
}

function describe(
  schema: z.ZodType,
  types: readonly { type: string; label: string; config: z.ZodType; documentConfig?: z.ZodType }[],
): Json {
  const document = toJson(schema);
  const properties = document["properties"] as Json;
  return {
    ...document,
    properties: { ...properties, type: { enum: types.map(({ type }) => type) } },
    allOf: types.map(({ type, label, config, documentConfig = config }) =>
      onlyIf({ type }, { properties: { config: { ...toJson(strict(documentConfig)), title: label } } }),
    ),
  };
}

function onlyIf(values: Record<string, string>, schema: Json): Json {
  const properties = Object.entries(values).map(([name, value]) => [name, { const: value }]);
  const condition = { properties: Object.fromEntries(properties), required: Object.keys(values) };
  return { if: condition, [THEN]: schema };
}

function toJson(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
  });
  return json;
}
