import { beginEarly } from "../../lib/early.ts";

export const FIRST_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  "/admin/branding": ["admin/branding", "public/page"],
  "/admin/page": ["admin/layout", "admin/layout/monitors", "public/page", "admin/locales"],
  "/admin/pages": ["admin/pages"],
  "/admin/incidents": ["admin/layout", "admin/incidents?state=open&sort=worst&page=1&limit=25"],
  "/admin/maintenance": ["admin/maintenance"],
  "/admin/channels": ["admin/notifications/channels"],
  "/admin/channels/new": ["admin/notifications/channel-types", "admin/notifications/channels"],
  "/admin/users": ["admin/users", "auth/config", "admin/notifications/smtp", "admin/sign-in"],
  "/admin/audit": ["admin/audit?sort=newest&page=1&limit=50"],
  "/admin/system": ["admin/system-health"],
  "/admin/actions": ["admin/actions"],
  "/admin/agents": ["admin/agents"],
  "/admin/backups": ["admin/backups", "admin/backups/status", "admin/backups/settings"],
  "/admin/on-call": ["admin/schedules", "admin/on-call"],
  "/admin/static-copy": ["admin/static-mirror"],
  "/admin/tokens": ["admin/api-tokens"],
};

const begun = new Set<string>();

/** Called while the page's code loads. The second time the code is already there and asks just as early. */
export function beginFirstRequests({ path, search }: { path: string; search: string }): void {
  if (begun.has(path)) return;
  begun.add(path);
  if (search !== "") return;
  for (const request of FIRST_REQUESTS[path] ?? [])
    beginEarly(new URL(`/api/v1/${request}`, location.origin));
}
