import { actionRoutes } from "./admin/action.ts";
import { actionRunRoutes } from "./admin/action_run.ts";
import { apiTokenRoutes } from "./admin/api_token.ts";
import { auditRoutes } from "./admin/audit.ts";
import { brandingRoutes } from "./admin/branding.ts";
import { channelRoutes } from "./admin/channel.ts";
import { configRoutes } from "./admin/config.ts";
import { deliveryRoutes } from "./admin/delivery.ts";
import { incidentRoutes } from "./admin/incident.ts";
import { incidentTemplateRoutes } from "./admin/incident_template.ts";
import { layoutRoutes } from "./admin/layout.ts";
import { localeRoutes } from "./admin/locale.ts";
import { maintenanceRoutes } from "./admin/maintenance.ts";
import { monitorRoutes } from "./admin/monitor.ts";
import { oidcRoutes } from "./admin/oidc.ts";
import { pageAccessRoutes } from "./admin/page_access.ts";
import { smtpRoutes } from "./admin/smtp.ts";
import { subscriptionSettingsRoutes } from "./admin/subscription_settings.ts";
import { systemRoutes } from "./admin/system.ts";
import { userRoutes } from "./admin/user.ts";
import { vaultRoutes } from "./admin/vault.ts";
import { oidcSignInRoutes } from "./auth/oidc.ts";
import { ownRoutes } from "./auth/own.ts";
import { setUpRoutes } from "./auth/set_up.ts";
import { signInRoutes } from "./auth/sign_in.ts";
import type { Endpoint } from "./endpoint.ts";
import { configSchemaRoutes } from "./public/config_schema.ts";
import { feedRoutes } from "./public/feed.ts";
import { healthRoutes } from "./public/health.ts";
import { hookRoutes } from "./public/hook.ts";
import { publicIncidentRoutes } from "./public/incident.ts";
import { pageRoutes } from "./public/page.ts";
import { statusApiRoutes } from "./public/status_api.ts";
import { subscriptionRoutes } from "./public/subscription.ts";
import { uploadRoutes } from "./public/upload.ts";

/** Every endpoint there is. Of two paths that both match, the fixed one stands before the one with a parameter. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...healthRoutes,
  ...setUpRoutes,
  ...signInRoutes,
  ...oidcSignInRoutes,
  ...ownRoutes,
  ...userRoutes,
  ...apiTokenRoutes,
  ...oidcRoutes,
  ...pageAccessRoutes,
  ...auditRoutes,
  ...monitorRoutes,
  ...incidentRoutes,
  ...incidentTemplateRoutes,
  ...maintenanceRoutes,
  ...channelRoutes,
  ...deliveryRoutes,
  ...actionRunRoutes,
  ...actionRoutes,
  ...smtpRoutes,
  ...vaultRoutes,
  ...layoutRoutes,
  ...brandingRoutes,
  ...localeRoutes,
  ...configRoutes,
  ...configSchemaRoutes,
  ...subscriptionSettingsRoutes,
  ...systemRoutes,
  ...hookRoutes,
  ...pageRoutes,
  ...feedRoutes,
  ...statusApiRoutes,
  ...subscriptionRoutes,
  ...publicIncidentRoutes,
  ...uploadRoutes,
];
