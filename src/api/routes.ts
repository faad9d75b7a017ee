import { apiTokenRoutes } from "./admin/access/api_token.ts";
import { oidcRoutes } from "./admin/access/oidc.ts";
import { pageAccessRoutes } from "./admin/access/page_access.ts";
import { signInSettingsRoutes } from "./admin/access/sign_in_settings.ts";
import { userRoutes } from "./admin/access/user.ts";
import { actionRoutes } from "./admin/action/action.ts";
import { actionRunRoutes } from "./admin/action/run.ts";
import { agentRoutes } from "./admin/agent/agent.ts";
import { acknowledgementRoutes } from "./admin/alert/acknowledgement.ts";
import { channelRoutes } from "./admin/alert/channel.ts";
import { deliveryRoutes } from "./admin/alert/delivery.ts";
import { smtpRoutes } from "./admin/alert/smtp.ts";
import { backupRoutes } from "./admin/backup/backup.ts";
import { configRoutes } from "./admin/config/config.ts";
import { historyImportRoutes } from "./admin/config/history_import.ts";
import { incidentRoutes } from "./admin/incident/incident.ts";
import { maintenanceRoutes } from "./admin/incident/maintenance.ts";
import { incidentTemplateRoutes } from "./admin/incident/template.ts";
import { mirrorRoutes } from "./admin/mirror/mirror.ts";
import { dashboardRoutes } from "./admin/monitor/dashboard.ts";
import { monitorRoutes } from "./admin/monitor/monitor.ts";
import { monitorPingRoutes } from "./admin/monitor/ping.ts";
import { scheduleRoutes } from "./admin/on_call/schedule.ts";
import { brandingRoutes } from "./admin/page/branding.ts";
import { layoutRoutes } from "./admin/page/layout.ts";
import { localeRoutes } from "./admin/page/locale.ts";
import { adminPageRoutes } from "./admin/page/page.ts";
import { perPageRoutes } from "./admin/page/per_page.ts";
import { subscriberDeliveryRoutes } from "./admin/subscriber/delivery.ts";
import { subscriptionSettingsRoutes } from "./admin/subscriber/settings.ts";
import { subscriberRoutes } from "./admin/subscriber/subscriber.ts";
import { auditRoutes } from "./admin/system/audit.ts";
import { systemRoutes } from "./admin/system/health.ts";
import { metricsRoutes } from "./admin/system/metrics.ts";
import { selfTestRoutes } from "./admin/system/self_test.ts";
import { reportRoutes } from "./admin/uptime/report.ts";
import { vaultRoutes } from "./admin/vault/vault.ts";
import { contactRoutes } from "./auth/contact.ts";
import { oidcSignInRoutes } from "./auth/oidc.ts";
import { ownRoutes } from "./auth/own.ts";
import { passwordRoutes } from "./auth/password.ts";
import { setUpRoutes } from "./auth/set_up.ts";
import { shiftRoutes } from "./auth/shifts.ts";
import { signInRoutes } from "./auth/sign_in.ts";
import type { Endpoint } from "./endpoint.ts";
import { mcpRoutes } from "./mcp/mcp.ts";
import { acknowledgeRoutes } from "./public/acknowledge.ts";
import { agentConnectRoutes } from "./public/agent.ts";
import { configSchemaRoutes } from "./public/config_schema.ts";
import { embedRoutes } from "./public/embed.ts";
import { feedRoutes } from "./public/feed.ts";
import { healthRoutes } from "./public/health.ts";
import { hookRoutes } from "./public/hook.ts";
import { publicIncidentRoutes } from "./public/incident.ts";
import { onCallCalendarRoutes } from "./public/on_call_calendar.ts";
import { openApiRoutes } from "./public/openapi.ts";
import { pageRoutes } from "./public/page.ts";
import { pingRoutes } from "./public/ping.ts";
import { statusApiRoutes } from "./public/status_api.ts";
import { subscriptionRoutes } from "./public/subscription.ts";
import { unlockRoutes } from "./public/unlock.ts";
import { uploadRoutes } from "./public/upload.ts";

/** Among overlapping paths, fixed ones must precede those with parameters. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...healthRoutes,
  ...setUpRoutes,
  ...passwordRoutes,
  ...signInRoutes,
  ...oidcSignInRoutes,
  ...ownRoutes,
  ...shiftRoutes,
  ...contactRoutes,
  ...userRoutes,
  ...apiTokenRoutes,
  ...oidcRoutes,
  ...pageAccessRoutes,
  ...signInSettingsRoutes,
  ...auditRoutes,
  ...dashboardRoutes,
  ...agentRoutes,
  ...monitorRoutes,
  ...acknowledgementRoutes,
  ...monitorPingRoutes,
  ...reportRoutes,
  ...incidentRoutes,
  ...incidentTemplateRoutes,
  ...maintenanceRoutes,
  ...scheduleRoutes,
  ...channelRoutes,
  ...deliveryRoutes,
  ...actionRunRoutes,
  ...actionRoutes,
  ...smtpRoutes,
  ...vaultRoutes,
  ...adminPageRoutes,
  ...perPageRoutes,
  ...layoutRoutes,
  ...brandingRoutes,
  ...localeRoutes,
  ...configRoutes,
  ...historyImportRoutes,
  ...configSchemaRoutes,
  ...openApiRoutes,
  ...subscriptionSettingsRoutes,
  ...subscriberDeliveryRoutes,
  ...subscriberRoutes,
  ...mirrorRoutes,
  ...backupRoutes,
  ...systemRoutes,
  ...selfTestRoutes,
  ...metricsRoutes,
  ...hookRoutes,
  ...pingRoutes,
  ...pageRoutes,
  ...embedRoutes,
  ...feedRoutes,
  ...statusApiRoutes,
  ...agentConnectRoutes,
  ...onCallCalendarRoutes,
  ...acknowledgeRoutes,
  ...subscriptionRoutes,
  ...publicIncidentRoutes,
  ...mcpRoutes,
  ...unlockRoutes,
  ...uploadRoutes,
];
