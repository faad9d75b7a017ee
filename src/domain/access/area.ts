import { type Level, PARTS, type Part, type Permission, ROLES, type Role } from "../../schema/permission.ts";

export const PRESETS: Readonly<Record<string, readonly Permission[]>> = {
  "Report incidents": ["incidents:write", "monitors:read"],
  "Deploy monitoring": ["monitors:write", "channels:write"],
  "Read only": Object.keys(PARTS).map((part) => `${part as Part}:read` as const),
};

interface Area {
  roles: readonly Role[];
  part?: Part | "vault:use" | readonly Part[];
}

const EVERYBODY = ROLES;
const STAFF: readonly Role[] = ["admin", "operator"];
const DESIGNERS: readonly Role[] = ["admin", "operator", "branding"];
const ADMIN_ONLY: readonly Role[] = ["admin"];

export const AREAS = {
  monitors: { roles: STAFF, part: "monitors" },
  channels: { roles: STAFF, part: "channels" },
  actions: { roles: ADMIN_ONLY, part: "actions" },
  incidents: { roles: STAFF, part: "incidents" },
  maintenance: { roles: STAFF, part: "maintenance" },
  subscribers: { roles: STAFF, part: "subscribers" },
  schedules: { roles: STAFF, part: "schedules" },
  reports: { roles: STAFF, part: "reports" },
  appearance: { roles: DESIGNERS, part: "appearance" },
  pages: { roles: STAFF, part: "appearance" },
  audit: { roles: ADMIN_ONLY, part: "audit" },
  system: { roles: ADMIN_ONLY, part: "system" },
  metrics: { roles: ADMIN_ONLY, part: "metrics" },
  config: { roles: STAFF, part: ["monitors", "channels", "actions"] },
  vaultNames: { roles: STAFF, part: "vault:use" },
  agents: { roles: ADMIN_ONLY },
  vaults: { roles: ADMIN_ONLY },
  users: { roles: ADMIN_ONLY },
  tokens: { roles: ADMIN_ONLY },
  oidc: { roles: ADMIN_ONLY },
  pageAccess: { roles: ADMIN_ONLY },
  backups: { roles: ADMIN_ONLY },
  mirror: { roles: ADMIN_ONLY },
  imports: { roles: ADMIN_ONLY },
  selfTest: { roles: ADMIN_ONLY },
  own: { roles: DESIGNERS },
  session: { roles: EVERYBODY },
} as const satisfies Record<string, Area>;
export type AreaName = keyof typeof AREAS;

export function areaOf(name: AreaName): Area {
  return AREAS[name];
}

/** Any one of these is enough; empty where tokens are not allowed. */
export function permissionsFor(name: AreaName, level: Level): Permission[] {
  const { part = [] } = areaOf(name);
  return [part].flat().map((one) => (one === "vault:use" ? one : (`${one as Part}:${level}` as const)));
}

export function isGranted(granted: readonly Permission[], needed: Permission): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/:read$/, ":write") as Permission);
}
