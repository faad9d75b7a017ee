import { text as access } from "./access.ts";
import { text as account } from "./account.ts";
import { text as acknowledge } from "./acknowledge.ts";
import { text as action } from "./action.ts";
import { text as agent } from "./agent.ts";
import { text as api_token } from "./api_token.ts";
import { text as audit } from "./audit.ts";
import { text as backup } from "./backup.ts";
import { text as branding } from "./branding.ts";
import { text as channel } from "./channel.ts";
import { text as config } from "./config.ts";
import { text as cron_job } from "./cron_job.ts";
import { text as dashboard } from "./dashboard.ts";
import { text as delivery } from "./delivery.ts";
import { text as devices } from "./devices.ts";
import { text as feeds } from "./feeds.ts";
import { text as flow } from "./flow.ts";
import { text as incident } from "./incident.ts";
import { text as incident_component } from "./incident_component.ts";
import { text as incident_plan } from "./incident_plan.ts";
import { text as incident_reminder } from "./incident_reminder.ts";
import { text as incident_state } from "./incident_state.ts";
import { text as incident_template } from "./incident_template.ts";
import { text as language_words } from "./language_words.ts";
import { text as lib } from "./lib.ts";
import { text as locale } from "./locale.ts";
import { text as maintenance } from "./maintenance.ts";
import { text as manual_status } from "./manual_status.ts";
import { text as metrics } from "./metrics.ts";
import { text as mirror } from "./mirror.ts";
import { text as monitor } from "./monitor.ts";
import { text as monitor_deeds } from "./monitor_deeds.ts";
import { text as monitor_detail } from "./monitor_detail.ts";
import { text as monitor_form } from "./monitor_form.ts";
import { text as oidc } from "./oidc.ts";
import { text as on_call } from "./on_call.ts";
import { text as on_call_channel } from "./on_call_channel.ts";
import { text as page_access } from "./page_access.ts";
import { text as page_builder } from "./page_builder.ts";
import { text as page_preview } from "./page_preview.ts";
import { text as pages } from "./pages.ts";
import { text as place } from "./place.ts";
import { text as post_mortem } from "./post_mortem.ts";
import { text as recurrence } from "./recurrence.ts";
import { text as reference } from "./reference.ts";
import { text as report } from "./report.ts";
import { text as schema_form } from "./schema_form.ts";
import { text as self_test } from "./self_test.ts";
import { text as shell } from "./shell.ts";
import { text as smtp } from "./smtp.ts";
import { text as some } from "./some.ts";
import { text as subscriber } from "./subscriber.ts";
import { text as subscriber_delivery } from "./subscriber_delivery.ts";
import { text as subscription_settings } from "./subscription_settings.ts";
import { text as system } from "./system.ts";
import { text as ui } from "./ui.ts";
import { text as user } from "./user.ts";
import { text as vault } from "./vault.ts";
import { text as vault_picker } from "./vault_picker.ts";

export const ALL = {
  access,
  account,
  acknowledge,
  action,
  agent,
  api_token,
  audit,
  backup,
  branding,
  channel,
  config,
  cron_job,
  dashboard,
  delivery,
  devices,
  feeds,
  flow,
  incident,
  incident_component,
  incident_plan,
  incident_reminder,
  incident_state,
  incident_template,
  language_words,
  lib,
  locale,
  maintenance,
  manual_status,
  metrics,
  mirror,
  monitor,
  monitor_deeds,
  monitor_detail,
  monitor_form,
  oidc,
  on_call,
  on_call_channel,
  page_access,
  page_builder,
  page_preview,
  pages,
  place,
  post_mortem,
  recurrence,
  reference,
  report,
  schema_form,
  self_test,
  shell,
  smtp,
  some,
  subscriber,
  subscriber_delivery,
  subscription_settings,
  system,
  ui,
  user,
  vault,
  vault_picker,
};
