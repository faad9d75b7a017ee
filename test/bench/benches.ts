import { measureAgent } from "./agent.ts";
import { measureAlerting, measureDeliveries, measureDigests } from "./alerts.ts";
import { measureAttack } from "./attack.ts";
import { measureBackup } from "./backup.ts";
import { measureConfig } from "./config.ts";
import { measureHangingWebhooks } from "./hanging.ts";
import { measureMetrics } from "./metrics.ts";
import { measureMirror } from "./mirror.ts";
import { measureMonitorList } from "./monitor_list.ts";
import { measureOnCall } from "./on_call.ts";
import { measurePage } from "./page.ts";
import { measurePages } from "./pages.ts";
import { measurePanel } from "./panel.ts";
import { measureRedaction } from "./redaction.ts";
import { measureReports } from "./reports.ts";
import { measureScale } from "./scale.ts";
import { measureServing, measureTimes } from "./shares.ts";
import { measureStart } from "./start.ts";
import { measureSubscriberCost } from "./subscriber_cost.ts";
import { measureKilledMails, measureMails, measureWebhooks } from "./subscribers.ts";
import { measureTotalOutage } from "./total_outage.ts";
import { measureCost, measureEndurance, measureKills, measureLoad, measureTelling } from "./watch.ts";

export const BENCHES = {
  start: measureStart,
  serving: measureServing,
  times: measureTimes,
  telling: measureTelling,
  kills: measureKills,
  cost: measureCost,
  agent: measureAgent,
  load: measureLoad,
  scale: measureScale,
  "total outage": measureTotalOutage,
  reports: measureReports,
  config: measureConfig,
  endurance: measureEndurance,
  alerting: measureAlerting,
  digests: measureDigests,
  deliveries: measureDeliveries,
  "on call": measureOnCall,
  "hanging webhooks": measureHangingWebhooks,
  page: measurePage,
  pages: measurePages,
  panel: measurePanel,
  "monitor list": measureMonitorList,
  subscribers: measureSubscriberCost,
  mails: measureMails,
  "mails, three kills": measureKilledMails,
  webhooks: measureWebhooks,
  mirror: measureMirror,
  metrics: measureMetrics,
  backup: measureBackup,
  redaction: measureRedaction,
  attack: measureAttack,
};
