import { type Component, lazy } from "solid-js";
import type { Page } from "./pages.ts";

/** What a page shows. Its code is fetched when it is opened. */
export const VIEWS: Readonly<Record<Page["id"], Component>> = {
  dashboard: lazy(() => import("../dashboard/DashboardPage.tsx")),
  users: lazy(() => import("../users/UsersPage.tsx")),
  singleSignOn: lazy(() => import("../single_sign_on/SingleSignOnPage.tsx")),
  pageAccess: lazy(() => import("../page_access/PageAccessPage.tsx")),
  tokens: lazy(() => import("../tokens/TokensPage.tsx")),
  audit: lazy(() => import("../audit/AuditPage.tsx")),
  account: lazy(() => import("../account/AccountPage.tsx")),
};
