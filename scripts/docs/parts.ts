import { z } from "zod";
import { describeConfig as describeCheck } from "../../src/check/check_type.ts";
import { findCheckType } from "../../src/check/registry.ts";
import { AREAS, type AreaName, areaOf, PRESETS, permissionsFor } from "../../src/domain/access/area.ts";
import {
  ACTION_PLACEHOLDERS,
  CHANNEL_PLACEHOLDERS,
  INCIDENT_PLACEHOLDERS,
  type Placeholder,
} from "../../src/domain/alert/placeholders.ts";
import { describeConfig as describeChannel } from "../../src/notify/channel_type.ts";
import { findChannelType } from "../../src/notify/registry.ts";
import { actionConfig } from "../../src/schema/action.ts";
import { BRANDING_COLORS, COLOR_NAMES } from "../../src/schema/branding_colors.ts";
import { actionDocument, channelDocument, monitorDocument } from "../../src/schema/document.ts";
import { KNOWN_STATUS_PAGES } from "../../src/schema/known_status_pages.ts";
import { layoutTree } from "../../src/schema/layout.ts";
import {
  brandingDocument,
  localeDocument,
  maintenanceDocument,
  pageLanguagesDocument,
  pageSettingsDocument,
  scheduleDocument,
  templateDocument,
} from "../../src/schema/page_document.ts";
import { PARTS, ROLES } from "../../src/schema/permission.ts";
import { makeFreeTable, makePaidTable } from "./cost.ts";
import { makeSchemaTable, type SchemaNode } from "./schema_table.ts";
import { code, makeTable } from "./table.ts";

const DOCUMENTS = {
  Monitor: monitorDocument,
  NotificationChannel: channelDocument,
  Action: actionDocument,
  Branding: brandingDocument,
  PageSettings: pageSettingsDocument,
  IncidentTemplate: templateDocument,
  Locale: localeDocument,
  PageLanguages: pageLanguagesDocument,
  Maintenance: maintenanceDocument,
  Schedule: scheduleDocument,
};

const PARTS_OF_DOCS: Record<string, (name: string) => string> = {
  monitor: (type) => makeSchemaTable(known(findCheckType(type), type, describeCheck)),
  channel: (type) => makeSchemaTable(known(findChannelType(type), type, describeChannel)),
  action: () => makeSchemaTable(describe(actionConfig)),
  document: (kind) => makeSchemaTable(describe(DOCUMENTS[kind as keyof typeof DOCUMENTS])),
  pages: makeKnownPages,
  block: makeBlockTable,
  placeholders: makePlaceholderTable,
  colours: makeColourTable,
  areas: makeAreaTable,
  permissions: makePermissionTable,
  presets: makePresetTable,
  cost: (plan) => (plan === "free" ? makeFreeTable() : makePaidTable()),
};

export function makePart(name: string): string {
  const [kind = "", of = ""] = name.split(" ");
  const make = PARTS_OF_DOCS[kind];
  if (!make) throw new Error(`There is no part called ${name}: look at scripts/docs/parts.ts.`);
  return make(of);
}

function known<T>(
  found: T | null,
  name: string,
  describeIt: (found: T) => Record<string, unknown>,
): SchemaNode {
  if (found === null) throw new Error(`There is no type called ${name}.`);
  return describeIt(found);
}

function describe(schema: z.ZodType): SchemaNode {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as SchemaNode;
}

function makeBlockTable(type: string): string {
  const kinds = describe(layoutTree.shape.children.element).oneOf ?? [];
  const found = kinds.find(({ properties }) => properties?.["type"]?.const === type);
  if (!found) throw new Error(`There is no block called ${type}.`);
  const { type: _type, id: _id, grid: _grid, children: _children, ...properties } = found.properties ?? {};
  return makeSchemaTable({ ...found, properties });
}

function makePlaceholderTable(of: string): string {
  const lists: Record<string, readonly Placeholder[]> = {
    channels: CHANNEL_PLACEHOLDERS,
    actions: ACTION_PLACEHOLDERS.filter((one) => !CHANNEL_PLACEHOLDERS.includes(one)),
    incidents: INCIDENT_PLACEHOLDERS,
  };
  const rows = (lists[of] ?? []).map(({ name, description }) => [code(`{{${name}}}`), description]);
  return makeTable(["Placeholder", "What is filled in"], rows);
}

function makeColourTable(): string {
  const rows = COLOR_NAMES.map((name) => {
    const { variable, standard } = BRANDING_COLORS[name];
    return [code(variable), code(name), code(standard)];
  });
  return makeTable(["Variable", "In the API", "Until you choose"], rows);
}

function makeKnownPages(): string {
  return `${KNOWN_STATUS_PAGES.map(({ name, url }) => `[${name}](${url})`).join(", ")}.`;
}

function makeAreaTable(): string {
  const rows = (Object.keys(AREAS) as AreaName[]).map((name) => {
    const roles = ROLES.map((role) => (areaOf(name).roles.includes(role) ? "yes" : ""));
    const permissions = permissionsFor(name, "write").map((permission) =>
      code(permission.replace(":write", "")),
    );
    return [code(name), ...roles, permissions.join(", ") || "no token"];
  });
  return makeTable(["Area", ...ROLES, "Part of a token"], rows);
}

function makePermissionTable(): string {
  const rows = Object.entries(PARTS).map(([part, levels]) => [
    code(part),
    levels.map((level) => code(`${part}:${level}`)).join(", "),
  ]);
  return makeTable(["Part", "Permissions"], [...rows, ["vaults' names", code("vault:use")]]);
}

function makePresetTable(): string {
  const rows = Object.entries(PRESETS).map(([name, permissions]) => [name, permissions.map(code).join(", ")]);
  return makeTable(["Preset", "Permissions"], rows);
}
