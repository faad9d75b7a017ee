import { type Component, lazy } from "solid-js";
import type { Page } from "./pages.ts";

/** What a page shows. Its code is fetched when it is opened. */
export const VIEWS: Readonly<Record<Page["id"], Component>> = {
  dashboard: lazy(() => import("../dashboard/DashboardPage.tsx")),
  monitors: lazy(() => import("../monitors/MonitorsPage.tsx")),
  newMonitor: lazy(() => import("../monitor_form/NewMonitorPage.tsx")),
  monitor: lazy(() => import("../monitor_detail/MonitorPage.tsx")),
  editMonitor: lazy(() => import("../monitor_form/EditMonitorPage.tsx")),
  maintenance: lazy(() => import("../maintenance/MaintenancePage.tsx")),
  newMaintenance: lazy(() => import("../maintenance/NewMaintenancePage.tsx")),
  editMaintenance: lazy(() => import("../maintenance/EditMaintenancePage.tsx")),
  branding: lazy(() => import("../branding/BrandingPage.tsx")),
  page: lazy(() => import("../page_builder/PageBuilderPage.tsx")),
  localization: lazy(() => import("../localization/LocalizationPage.tsx")),
  language: lazy(() => import("../localization/LanguagePage.tsx")),
  system: lazy(() => import("../system/SystemPage.tsx")),
  users: lazy(() => import("../users/UsersPage.tsx")),
  singleSignOn: lazy(() => import("../single_sign_on/SingleSignOnPage.tsx")),
  pageAccess: lazy(() => import("../page_access/PageAccessPage.tsx")),
  tokens: lazy(() => import("../tokens/TokensPage.tsx")),
  audit: lazy(() => import("../audit/AuditPage.tsx")),
  account: lazy(() => import("../account/AccountPage.tsx")),
};
