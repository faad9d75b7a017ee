import { AREAS, type AreaName, type Role } from "../../../src/domain/access.ts";
import type { IconName } from "../../ui/Icon.tsx";
import type { text } from "../text/shell.ts";

export interface Page {
  id: keyof typeof text.pages;
  path: string;
  /** Who may use it is what `domain/access.ts` says of this area. */
  area: AreaName;
  icon: IconName;
  /** Where it stands in the navigation; left out for what the user menu leads to. */
  group?: keyof typeof text.groups;
}

/** Every page behind the sign-in. */
export const PAGES: readonly Page[] = [
  {
    id: "dashboard",
    path: "/admin",
    area: "monitors",
    icon: "dashboard",
    group: "overview",
  },
  {
    id: "users",
    path: "/admin/users",
    area: "users",
    icon: "users",
    group: "access",
  },
  {
    id: "singleSignOn",
    path: "/admin/single-sign-on",
    area: "singleSignOn",
    icon: "door",
    group: "access",
  },
  {
    id: "pageAccess",
    path: "/admin/page-access",
    area: "pageAccess",
    icon: "lock",
    group: "access",
  },
  {
    id: "tokens",
    path: "/admin/tokens",
    area: "tokens",
    icon: "key",
    group: "access",
  },
  {
    id: "audit",
    path: "/admin/audit",
    area: "audit",
    icon: "history",
    group: "record",
  },
  {
    id: "account",
    path: "/admin/account",
    area: "own",
    icon: "user",
  },
];

export function canUse(role: Role, { area }: Page): boolean {
  const roles: readonly Role[] = AREAS[area].roles;
  return roles.includes(role);
}

export function findPage(path: string, role: Role): Page | undefined {
  return PAGES.find((page) => page.path === path && canUse(role, page));
}

/** Where a role begins: the first page that it may use; for a viewer the status page. */
export function startPathOf(role: Role): string {
  return PAGES.find((page) => canUse(role, page))?.path ?? "/";
}
