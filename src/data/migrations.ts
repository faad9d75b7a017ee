import access from "../../migrations/0001_access.sql";
import monitors from "../../migrations/0002_monitors.sql";
import alerts from "../../migrations/0003_alerts.sql";
import vaults from "../../migrations/0004_vaults.sql";
import actions from "../../migrations/0005_actions.sql";
import incidents from "../../migrations/0006_incidents.sql";
import page from "../../migrations/0007_page.sql";
import versions from "../../migrations/0008_versions.sql";
import channelReach from "../../migrations/0009_channel_reach.sql";
import hiddenLanguages from "../../migrations/0010_hidden_languages.sql";
import heartbeats from "../../migrations/0011_heartbeats.sql";
import limits from "../../migrations/0012_limits.sql";
import subscribers from "../../migrations/0013_subscribers.sql";
import responseBlocks from "../../migrations/0014_response_blocks.sql";
import health from "../../migrations/0015_health.sql";
import tallies from "../../migrations/0016_tallies.sql";

import acknowledgements from "../../migrations/0017_acknowledgements.sql";

import pings from "../../migrations/0018_pings.sql";
import publicNames from "../../migrations/0019_public_names.sql";
import recurringMaintenance from "../../migrations/0020_recurring_maintenance.sql";
import incidentSays from "../../migrations/0021_incident_says.sql";
import places from "../../migrations/0022_places.sql";
import accounts from "../../migrations/0023_accounts.sql";
import maintenanceLanguages from "../../migrations/0024_maintenance_languages.sql";
import listOrder from "../../migrations/0025_list_order.sql";
import smtpSavers from "../../migrations/0026_smtp_savers.sql";
import formerComponents from "../../migrations/0027_former_components.sql";
import incidentWording from "../../migrations/0028_incident_wording.sql";
import dependencyCauses from "../../migrations/0029_dependency_causes.sql";
import deniedAccounts from "../../migrations/0030_denied_accounts.sql";
import heldSignUps from "../../migrations/0031_held_sign_ups.sql";
import onCall from "../../migrations/0032_on_call.sql";
import recipients from "../../migrations/0033_recipients.sql";
import push from "../../migrations/0034_push.sql";
import pages from "../../migrations/0035_pages.sql";
import imported from "../../migrations/0036_imported.sql";
import agents from "../../migrations/0037_agents.sql";
import pageSubscribers from "../../migrations/0038_page_subscribers.sql";
import agentVaults from "../../migrations/0039_agent_vaults.sql";
import handoverNotes from "../../migrations/0040_handover_notes.sql";
import watchTurns from "../../migrations/0041_watch_turns.sql";
import cardResponseTimes from "../../migrations/0042_card_response_times.sql";
import userName from "../../migrations/0043_user_name.sql";
import userTimeZone from "../../migrations/0044_user_time_zone.sql";
import occurrenceWords from "../../migrations/0045_occurrence_words.sql";

export interface Migration {
  name: string;
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: "0001_access.sql", sql: access },
  { name: "0002_monitors.sql", sql: monitors },
  { name: "0003_alerts.sql", sql: alerts },
  { name: "0004_vaults.sql", sql: vaults },
  { name: "0005_actions.sql", sql: actions },
  { name: "0006_incidents.sql", sql: incidents },
  { name: "0007_page.sql", sql: page },
  { name: "0008_versions.sql", sql: versions },
  { name: "0009_channel_reach.sql", sql: channelReach },
  { name: "0010_hidden_languages.sql", sql: hiddenLanguages },
  { name: "0011_heartbeats.sql", sql: heartbeats },
  { name: "0012_limits.sql", sql: limits },
  { name: "0013_subscribers.sql", sql: subscribers },
  { name: "0014_response_blocks.sql", sql: responseBlocks },
  { name: "0015_health.sql", sql: health },
  { name: "0016_tallies.sql", sql: tallies },
  { name: "0017_acknowledgements.sql", sql: acknowledgements },
  { name: "0018_pings.sql", sql: pings },
  { name: "0019_public_names.sql", sql: publicNames },
  { name: "0020_recurring_maintenance.sql", sql: recurringMaintenance },
  { name: "0021_incident_says.sql", sql: incidentSays },
  { name: "0022_places.sql", sql: places },
  { name: "0023_accounts.sql", sql: accounts },
  { name: "0024_maintenance_languages.sql", sql: maintenanceLanguages },
  { name: "0025_list_order.sql", sql: listOrder },
  { name: "0026_smtp_savers.sql", sql: smtpSavers },
  { name: "0027_former_components.sql", sql: formerComponents },
  { name: "0028_incident_wording.sql", sql: incidentWording },
  { name: "0029_dependency_causes.sql", sql: dependencyCauses },
  { name: "0030_denied_accounts.sql", sql: deniedAccounts },
  { name: "0031_held_sign_ups.sql", sql: heldSignUps },
  { name: "0032_on_call.sql", sql: onCall },
  { name: "0033_recipients.sql", sql: recipients },
  { name: "0034_push.sql", sql: push },
  { name: "0035_pages.sql", sql: pages },
  { name: "0036_imported.sql", sql: imported },
  { name: "0037_agents.sql", sql: agents },
  { name: "0038_page_subscribers.sql", sql: pageSubscribers },
  { name: "0039_agent_vaults.sql", sql: agentVaults },
  { name: "0040_handover_notes.sql", sql: handoverNotes },
  { name: "0041_watch_turns.sql", sql: watchTurns },
  { name: "0042_card_response_times.sql", sql: cardResponseTimes },
  { name: "0043_user_name.sql", sql: userName },
  { name: "0044_user_time_zone.sql", sql: userTimeZone },
  { name: "0045_occurrence_words.sql", sql: occurrenceWords },
];
