import { pick } from "../../lib/pick.ts";
import type { Branding } from "../../schema/branding.ts";
import { brandingFields } from "../../schema/branding.ts";
import { newIncidentTemplate } from "../../schema/incident_template.ts";
import type { LayoutTree } from "../../schema/layout.ts";
import type { Maintenance } from "../../schema/maintenance.ts";
import { newMaintenance } from "../../schema/maintenance.ts";
import type { LayoutDocument, MaintenanceDocument } from "../../schema/page_document.ts";
import type { PageLanguages } from "../../schema/page_languages.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";

type Block = LayoutTree["children"][number];
type DocumentBlock = LayoutDocument["children"][number];

export function toLayoutDocument(
  { children }: LayoutTree,
  keys: ReadonlyMap<number, string>,
  page?: string,
): object {
  return {
    kind: "Layout",
    ...(page !== undefined && { page }),
    children: children.flatMap((block) => writeBlock(block, keys)),
  };
}

function writeBlock(block: Block, keys: ReadonlyMap<number, string>): object[] {
  const { id, grid, type, ...settings } = block;
  const own = { id, ...(grid && { grid }), type };
  if (block.type === "group")
    return [{ ...own, ...settings, children: block.children.flatMap((child) => writeBlock(child, keys)) }];
  if (!("monitorId" in block)) return [{ ...own, ...settings }];
  const monitor = keys.get(block.monitorId);
  const { monitorId: _, ...others } = settings as { monitorId?: number };
  return monitor === undefined ? [] : [{ ...own, monitor, ...others }];
}

export function toTree({ children }: LayoutDocument, idOf: (key: string) => number): LayoutTree {
  const read = (block: DocumentBlock): object => {
    if (block.type === "group") return { ...block, children: block.children.map(read) };
    if (!("monitor" in block)) return block;
    const { monitor, ...settings } = block;
    return { ...settings, monitorId: idOf(monitor) };
  };
  return { id: "root", type: "page", children: children.map(read) as Block[] };
}

export function monitorsIn({ children }: LayoutDocument): { path: string; key: string }[] {
  return children.flatMap((block, i) => {
    const inside = block.type === "group" ? block.children : [];
    const own = "monitor" in block ? [{ path: `children[${i}].monitor`, key: block.monitor }] : [];
    return [
      ...own,
      ...inside.flatMap((child, j) =>
        "monitor" in child ? [{ path: `children[${i}].children[${j}].monitor`, key: child.monitor }] : [],
      ),
    ];
  });
}

export function toBrandingDocument(stored: Branding, page?: string): object {
  return { kind: "Branding", ...(page !== undefined && { page }), ...pick(stored, brandingFields) };
}

export function toPageSettingsDocument(stored: SubscriptionSettings, page?: string): object {
  return { kind: "PageSettings", ...(page !== undefined && { page }), ...stored };
}

export function toPageLanguagesDocument(page: string, stored: PageLanguages): object {
  const { offered, default: main } = stored;
  return { kind: "Locale", page, ...(offered && { offered }), ...(main !== null && { default: main }) };
}

export function toTemplateDocument(row: object): object {
  return { kind: "IncidentTemplate", ...inOrder(row, newIncidentTemplate.shape) };
}

export function toLocaleDocument(row: {
  code: string;
  name: string;
  isDefault: boolean;
  published: boolean;
  translations: Readonly<Record<string, string>>;
}): object {
  const { code, name, isDefault, published, translations } = row;
  return { kind: "Locale", code, name, isDefault, published, translations: sorted(translations) };
}

export function toMaintenanceDocument(
  { monitorIds, ...row }: Omit<Maintenance, "pageKeys" | "pages">,
  {
    key,
    keys,
    pages,
  }: { key: string; keys: ReadonlyMap<number, string>; pages: MaintenanceDocument["pages"] },
): object {
  const monitors = monitorIds.flatMap((id) => keys.get(id) ?? []).sort();
  const times = {
    startsAt: new Date(row.startsAt).toISOString(),
    endsAt: new Date(row.endsAt).toISOString(),
  };
  const members = inOrder({ ...row, ...times }, newMaintenance.shape);
  return { kind: "Maintenance", key, ...members, ...(pages && { pages }), monitors };
}

function inOrder(row: object, shape: object): object {
  const members = Object.keys(shape).map((name) => [name, Reflect.get(row, name)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined && value !== null));
}

function sorted(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function namedWindows<T extends { id: number }>(
  windows: readonly T[],
  stored: ReadonlyMap<number, string>,
): (T & { key: string })[] {
  const taken = new Set(stored.values());
  return windows.map((window) => {
    const plain = `window-${window.id}`;
    return { ...window, key: stored.get(window.id) ?? (taken.has(plain) ? `${plain}-own` : plain) };
  });
}
