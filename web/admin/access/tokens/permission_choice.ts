import { PRESETS } from "../../../../src/domain/access/area.ts";
import { type Level, PARTS, type Part, type Permission } from "../../../../src/schema/permission.ts";
import type { CreatedApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";

export const PART_NAMES = Object.keys(PARTS) as Part[];

const READS: Readonly<Record<Part, string>> = {
  monitors: "monitors",
  channels: "notifications/channels",
  actions: "actions",
  incidents: "incidents",
  maintenance: "maintenance",
  subscribers: "subscribers",
  schedules: "schedules",
  reports: "reports/uptime",
  appearance: "layout",
  audit: "audit",
  system: "system-health",
  metrics: "metrics",
};

export function curlOf({ token, permissions }: CreatedApiToken): string | undefined {
  const part = PART_NAMES.find((name) => levelIn(permissions, name) !== null);
  return part && `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/v1/admin/${READS[part]}`;
}

export function hasLevel(part: Part, level: Level): boolean {
  const levels: readonly Level[] = PARTS[part];
  return levels.includes(level);
}

export function levelIn(permissions: readonly Permission[], part: Part): Level | null {
  if (permissions.includes(`${part}:write`)) return "write";
  return permissions.includes(`${part}:read`) ? "read" : null;
}

export function withLevel(permissions: readonly Permission[], part: Part, level: Level | null): Permission[] {
  const others = permissions.filter((permission) => !permission.startsWith(`${part}:`));
  return level === null ? others : [...others, `${part}:${level}`];
}

export function presetOf(permissions: readonly Permission[]): string | null {
  const wanted = new Set(permissions);
  const found = Object.entries(PRESETS).find(
    ([, granted]) => granted.length === wanted.size && granted.every((permission) => wanted.has(permission)),
  );
  return found?.[0] ?? null;
}

export function summarise(permissions: readonly Permission[]): string[] {
  const preset = presetOf(permissions);
  if (preset) return [preset];
  const parts = PART_NAMES.flatMap((part) => {
    const level = levelIn(permissions, part);
    return level ? [text.levelOf(text.parts[part].label, text[level].toLowerCase())] : [];
  });
  return permissions.includes("vault:use") ? [...parts, text.vaultUse] : parts;
}
