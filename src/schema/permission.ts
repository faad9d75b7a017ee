export const ROLES = ["admin", "operator", "branding", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export type Level = "read" | "write";

export const PARTS = {
  monitors: ["read", "write"],
  channels: ["read", "write"],
  actions: ["read", "write"],
  incidents: ["read", "write"],
  maintenance: ["read", "write"],
  subscribers: ["read", "write"],
  schedules: ["read", "write"],
  reports: ["read"],
  appearance: ["read", "write"],
  audit: ["read"],
  system: ["read"],
  metrics: ["read"],
} as const satisfies Record<string, readonly Level[]>;
export type Part = keyof typeof PARTS;

export type Permission = `${Part}:${Level}` | "vault:use";

export const PERMISSIONS: readonly Permission[] = [
  ...Object.entries(PARTS).flatMap(([part, levels]) =>
    levels.map((level) => `${part}:${level}` as Permission),
  ),
  "vault:use",
];
