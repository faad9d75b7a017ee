import { AREAS, type AreaName } from "../../../src/domain/access/area.ts";
import type { Role } from "../../../src/schema/permission.ts";
import type { IconName } from "../../ui/Icon.tsx";
import type { text } from "../text/shell.ts";

export interface Page {
  id: keyof typeof text.pages;
  /** `:id` stands for a number, `:code` for a language code, `:key` for the key of a status page. */
  path: string;
  area: AreaName;
  icon: IconName;
  group?: keyof typeof text.groups;
}

export const PAGES: readonly Page[] = [
  { id: "dashboard", path: "/admin", area: "monitors", icon: "dashboard", group: "overview" },
  { id: "monitors", path: "/admin/monitors", area: "monitors", icon: "pulse", group: "overview" },
  { id: "newMonitor", path: "/admin/monitors/new", area: "monitors", icon: "plus" },
  { id: "monitor", path: "/admin/monitors/:id", area: "monitors", icon: "pulse" },
  { id: "editMonitor", path: "/admin/monitors/:id/edit", area: "monitors", icon: "edit" },
  { id: "incidents", path: "/admin/incidents", area: "incidents", icon: "flag", group: "overview" },
  { id: "newIncident", path: "/admin/incidents/new", area: "incidents", icon: "plus" },
  { id: "incident", path: "/admin/incidents/:id", area: "incidents", icon: "flag" },
  { id: "editIncident", path: "/admin/incidents/:id/edit", area: "incidents", icon: "edit" },
  { id: "incidentTemplates", path: "/admin/incidents/templates", area: "incidents", icon: "copy" },
  { id: "newIncidentTemplate", path: "/admin/incidents/templates/new", area: "incidents", icon: "plus" },
  { id: "editIncidentTemplate", path: "/admin/incidents/templates/:id", area: "incidents", icon: "edit" },
  { id: "maintenance", path: "/admin/maintenance", area: "maintenance", icon: "wrench", group: "overview" },
  { id: "newMaintenance", path: "/admin/maintenance/new", area: "maintenance", icon: "plus" },
  { id: "editMaintenance", path: "/admin/maintenance/:id", area: "maintenance", icon: "edit" },
  { id: "reports", path: "/admin/reports", area: "reports", icon: "calendar", group: "overview" },
  { id: "configuration", path: "/admin/config", area: "config", icon: "file", group: "overview" },
  { id: "api", path: "/admin/api", area: "config", icon: "code", group: "overview" },
  { id: "channels", path: "/admin/channels", area: "channels", icon: "bell", group: "alerting" },
  { id: "newChannel", path: "/admin/channels/new", area: "channels", icon: "plus" },
  { id: "editChannel", path: "/admin/channels/:id", area: "channels", icon: "edit" },
  { id: "deliveries", path: "/admin/deliveries", area: "channels", icon: "send", group: "alerting" },
  { id: "onCall", path: "/admin/on-call", area: "schedules", icon: "users", group: "alerting" },
  { id: "newSchedule", path: "/admin/on-call/new", area: "schedules", icon: "plus" },
  { id: "alertReport", path: "/admin/on-call/report", area: "schedules", icon: "calendar" },
  { id: "editSchedule", path: "/admin/on-call/:id", area: "schedules", icon: "edit" },
  { id: "actions", path: "/admin/actions", area: "actions", icon: "bolt", group: "alerting" },
  { id: "newAction", path: "/admin/actions/new", area: "actions", icon: "plus" },
  { id: "editAction", path: "/admin/actions/:id", area: "actions", icon: "edit" },
  { id: "actionRuns", path: "/admin/actions/runs", area: "actions", icon: "history" },
  { id: "smtp", path: "/admin/mail", area: "channels", icon: "mail", group: "alerting" },
  { id: "branding", path: "/admin/branding", area: "appearance", icon: "palette", group: "page" },
  { id: "page", path: "/admin/page", area: "appearance", icon: "layout", group: "page" },
  { id: "pages", path: "/admin/pages", area: "pages", icon: "copy", group: "page" },
  { id: "pageSettings", path: "/admin/pages/:key", area: "pages", icon: "edit" },
  { id: "otherBranding", path: "/admin/pages/:key/branding", area: "appearance", icon: "palette" },
  { id: "otherLayout", path: "/admin/pages/:key/layout", area: "appearance", icon: "layout" },
  { id: "otherSubscribers", path: "/admin/pages/:key/subscribers", area: "subscribers", icon: "mail" },
  {
    id: "otherDeliveries",
    path: "/admin/pages/:key/subscribers/deliveries",
    area: "subscribers",
    icon: "send",
  },
  { id: "otherMirror", path: "/admin/pages/:key/static-copy", area: "mirror", icon: "copy" },
  { id: "otherFeeds", path: "/admin/pages/:key/subscriptions", area: "subscribers", icon: "link" },
  { id: "locales", path: "/admin/localization", area: "appearance", icon: "globe", group: "page" },
  { id: "locale", path: "/admin/localization/:code", area: "appearance", icon: "globe" },
  { id: "subscribers", path: "/admin/subscribers", area: "subscribers", icon: "mail", group: "page" },
  { id: "subscriberDeliveries", path: "/admin/subscribers/deliveries", area: "subscribers", icon: "send" },
  { id: "subscriptionSettings", path: "/admin/subscribers/settings", area: "subscribers", icon: "mail" },
  { id: "feeds", path: "/admin/feeds", area: "subscribers", icon: "link", group: "page" },
  { id: "mirror", path: "/admin/static-copy", area: "mirror", icon: "copy", group: "page" },
  { id: "users", path: "/admin/users", area: "users", icon: "users", group: "access" },
  { id: "oidc", path: "/admin/single-sign-on", area: "oidc", icon: "door", group: "access" },
  { id: "pageAccess", path: "/admin/page-access", area: "pageAccess", icon: "lock", group: "access" },
  { id: "tokens", path: "/admin/tokens", area: "tokens", icon: "key", group: "access" },
  { id: "vaults", path: "/admin/vaults", area: "vaults", icon: "safe", group: "access" },
  { id: "vault", path: "/admin/vaults/:id", area: "vaults", icon: "safe" },
  { id: "audit", path: "/admin/audit", area: "audit", icon: "history", group: "record" },
  { id: "system", path: "/admin/system", area: "system", icon: "server", group: "record" },
  { id: "agents", path: "/admin/agents", area: "agents", icon: "plug", group: "record" },
  { id: "backups", path: "/admin/backups", area: "backups", icon: "archive", group: "record" },
  { id: "account", path: "/admin/account", area: "own", icon: "user" },
];

const MISSING: Page = { id: "missing", path: "", area: "own", icon: "search" };

export function canUse(role: Role, { area }: Page): boolean {
  return mayUse(role, area);
}

export function mayUse(role: Role, area: AreaName): boolean {
  const roles: readonly Role[] = AREAS[area].roles;
  return roles.includes(role);
}

export function findPage(path: string, role: Role): Page | undefined {
  const found =
    PAGES.find((page) => page.path === path) ?? PAGES.find((page) => isMatch(page, path)) ?? MISSING;
  return canUse(role, found) ? found : undefined;
}

export function isWithin(path: string, page: Page): boolean {
  return path === page.path || (page.path !== "/admin" && path.startsWith(`${page.path}/`));
}

function isMatch({ path }: Page, actual: string): boolean {
  if (!path.includes("/:")) return false;
  const pattern = path
    .replace(":id", String.raw`[1-9]\d{0,14}`)
    .replace(":key", "[a-z0-9][a-z0-9_-]{0,63}")
    .replace(":code", "[a-z]{2,3}(?:-[a-z0-9]{2,4})?");
  return new RegExp(`^${pattern}$`).test(actual);
}

export function startPathOf(role: Role): string {
  return PAGES.find((page) => canUse(role, page))?.path ?? "/";
}
