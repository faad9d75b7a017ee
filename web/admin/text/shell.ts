import type { Role } from "../../../src/domain/access.ts";

export const text = {
  skip: "Skip to the content",
  navigation: "Panel",
  openNavigation: "Open the navigation",
  accountMenu: "Your account",
  ownSettings: "Your settings",
  signOut: "Sign out",
  theme: { system: "System colours", light: "Light", dark: "Dark" },
  pageBroken: "This page can't be shown: reload it. If Uptide was updated meanwhile, that is all it takes.",
  reload: "Reload",
  viewer: {
    title: "Your account opens the status page",
    lead: "The panel is for people who run it. Ask an administrator if you should be one of them.",
    open: "Open the status page",
  },
  roles: {
    admin: "Administrator",
    operator: "Operator",
    branding: "Branding",
    viewer: "Viewer",
  } satisfies Record<Role, string>,
  groups: { overview: "Overview", access: "Access", record: "Record" },
  pages: {
    dashboard: "Dashboard",
    users: "Users",
    tokens: "API tokens",
    singleSignOn: "Single sign-on",
    pageAccess: "Page access",
    audit: "Audit log",
    account: "Your settings",
  },
} as const;
