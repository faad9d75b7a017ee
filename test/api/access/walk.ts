import { type Endpoint, levelOf } from "../../../src/api/endpoint.ts";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { AreaName } from "../../../src/domain/access/area.ts";
import type { Permission } from "../../../src/schema/permission.ts";
import { Visitor } from "../client.ts";

/** Written out from the specification, independently of the code. */
export const EXPECTED: Record<AreaName, { roles: string; part: string | null }> = {
  monitors: { roles: "admin operator", part: "monitors" },
  channels: { roles: "admin operator", part: "channels" },
  actions: { roles: "admin", part: "actions" },
  incidents: { roles: "admin operator", part: "incidents" },
  maintenance: { roles: "admin operator", part: "maintenance" },
  subscribers: { roles: "admin operator", part: "subscribers" },
  schedules: { roles: "admin operator", part: "schedules" },
  reports: { roles: "admin operator", part: "reports" },
  appearance: { roles: "admin operator branding", part: "appearance" },
  pages: { roles: "admin operator", part: "appearance" },
  audit: { roles: "admin", part: "audit" },
  system: { roles: "admin", part: "system" },
  metrics: { roles: "admin", part: "metrics" },
  config: { roles: "admin operator", part: "monitors|channels|actions" },
  vaultNames: { roles: "admin operator", part: "vault:use" },
  agents: { roles: "admin", part: null },
  vaults: { roles: "admin", part: null },
  users: { roles: "admin", part: null },
  tokens: { roles: "admin", part: null },
  oidc: { roles: "admin", part: null },
  pageAccess: { roles: "admin", part: null },
  backups: { roles: "admin", part: null },
  mirror: { roles: "admin", part: null },
  imports: { roles: "admin", part: null },
  selfTest: { roles: "admin", part: null },
  own: { roles: "admin operator branding", part: null },
  session: { roles: "admin operator branding viewer", part: null },
};

const AREA_OF: readonly [RegExp, AreaName | "public"][] = [
  [/^GET \/(health|ready|schema\/config\.json|api\/v1\/openapi\.json)$/, "public"],
  [/^\w+ \/api\/v1\/admin\/config\//, "config"],
  [/^GET \/uploads\//, "public"],
  [/^GET \/(history\.(rss|atom)|rss\.xml|embed(\.js)?|api\/v2\/.+)$/, "public"],
  [/^\w+ \/api\/v1\/setup\//, "public"],
  [/^\w+ \/(api\/v1\/(public|hook)|ping)\//, "public"],
  [
    /^\w+ \/api\/v1\/auth\/(config|devices\/renew|login|forgot-password|password-link|set-password|2fa\/verify|oidc\/\w+)$/,
    "public",
  ],
  [/^\w+ \/api\/v1\/auth\/(session|logout)$/, "session"],
  [/^\w+ \/api\/v1\/auth\//, "own"],
  [/^\w+ \/api\/v1\/admin\/(users|sign-in)/, "users"],
  [/^\w+ \/api\/v1\/admin\/api-tokens/, "tokens"],
  [/^\w+ \/api\/v1\/admin\/oidc/, "oidc"],
  [/^\w+ \/api\/v1\/admin\/status-page-access/, "pageAccess"],
  [/^\w+ \/api\/v1\/admin\/static-mirror/, "mirror"],
  [/^\w+ \/api\/v1\/admin\/backups/, "backups"],
  [/^POST \/api\/v1\/admin\/import\/history$/, "imports"],
  [/^\w+ \/api\/v1\/admin\/self-test$/, "selfTest"],
  [/^\w+ \/api\/v1\/admin\/audit/, "audit"],
  [/^\w+ \/api\/v1\/admin\/monitors\/:id\/actions/, "actions"],
  [/^\w+ \/api\/v1\/admin\/actions/, "actions"],
  [/^\w+ \/api\/v1\/admin\/notifications/, "channels"],
  [/^\w+ \/api\/v1\/admin\/(monitors|dashboard)/, "monitors"],
  [/^\w+ \/api\/v1\/admin\/maintenance/, "maintenance"],
  [/^\w+ \/api\/v1\/admin\/(schedules|on-call)/, "schedules"],
  [/^\w+ \/api\/v1\/admin\/agents/, "agents"],
  [/^GET \/api\/v1\/agent\/connect$/, "public"],
  [/^GET \/calendar\/on-call\//, "public"],
  [/^POST \/mcp$/, "public"],
  [/^\w+ \/a\/:token$/, "public"],
  [/^GET \/api\/v1\/admin\/vault-references/, "vaultNames"],
  [/^\w+ \/api\/v1\/admin\/vaults/, "vaults"],
  [/^\w+ \/api\/v1\/admin\/incident(s|-templates)/, "incidents"],
  [/^\w+ \/api\/v1\/admin\/pages\/:key\/static-mirror/, "mirror"],
  [/^\w+ \/api\/v1\/admin\/pages\/:key\/access/, "pageAccess"],
  [/^\w+ \/api\/v1\/admin\/pages\/:key\/(subscriptions|subscribers)/, "subscribers"],
  [/^(POST \/api\/v1\/admin\/pages|(PATCH|DELETE) \/api\/v1\/admin\/pages\/:key)$/, "pages"],
  [/^\w+ \/api\/v1\/admin\/(layout|branding|locales|pages)/, "appearance"],
  [/^\w+ \/api\/v1\/admin\/system-health/, "system"],
  [/^GET \/api\/v1\/admin\/metrics$/, "metrics"],
  [/^\w+ \/api\/v1\/admin\/reports/, "reports"],
  [/^\w+ \/api\/v1\/admin\/subscribers/, "subscribers"],
];

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
export const areaOf = (endpoint: Endpoint) =>
  AREA_OF.find(([pattern]) => pattern.test(nameOf(endpoint)))?.[1];
export const guarded = ENDPOINTS.filter(({ area }) => area !== "public");
/** Requests have no body, so permitted ones fail validation and change nothing. */
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, "999999");

export function neededFor(endpoint: Endpoint): string | null {
  const { part } = EXPECTED[endpoint.area as AreaName];
  return part === null || part === "vault:use" ? part : `${part}:${levelOf(endpoint)}`;
}

export function isOf(permission: string, part: string): boolean {
  return part.split("|").some((one) => permission.startsWith(one));
}

export function isNear(endpoint: Endpoint, permission: Permission): boolean {
  const { part } = EXPECTED[endpoint.area as AreaName];
  // config/access.test.ts covers the permissions for each document.
  if (endpoint.area === "config") return false;
  if (part !== null && permission.startsWith(part)) return true;
  const level = levelOf(endpoint);
  return guarded.find((one) => one.area === endpoint.area && levelOf(one) === level) === endpoint;
}

export async function ask(endpoint: Endpoint, by: Visitor) {
  const visitor = Object.assign(new Visitor(), { cookie: by.cookie, token: by.token });
  const init = endpoint.body ? { headers: { "Content-Type": "text/plain" }, body: "x" } : {};
  return await visitor.send<{ error?: string }>(endpoint.method, addressOf(endpoint), init);
}
