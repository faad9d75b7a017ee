import "./worker_imports.ts";
import { cpus, loadavg } from "node:os";
import { measureAlerting, measureDeliveries, measureDigests } from "../test/bench/alerts.ts";
import { measureAttack } from "../test/bench/attack.ts";
import { measureBackup } from "../test/bench/backup.ts";
import { measureConfig } from "../test/bench/config.ts";
import { measureHangingWebhooks } from "../test/bench/hanging.ts";
import { measureMetrics } from "../test/bench/metrics.ts";
import { measureMirror } from "../test/bench/mirror.ts";
import { measureMonitorList } from "../test/bench/monitor_list.ts";
import { measurePage } from "../test/bench/page.ts";
import { measurePanel } from "../test/bench/panel.ts";
import { measureReports } from "../test/bench/reports.ts";
import { type BenchRun, commitNow, compare, readRuns, saveRun } from "../test/bench/results.ts";
import { round } from "../test/bench/run.ts";
import { measureServing, measureTimes } from "../test/bench/shares.ts";
import { measureStart } from "../test/bench/start.ts";
import { measureSubscriberCost } from "../test/bench/subscriber_cost.ts";
import { measureKilledMails, measureMails, measureWebhooks } from "../test/bench/subscribers.ts";
import {
  measureCost,
  measureEndurance,
  measureKills,
  measureLoad,
  measureTelling,
} from "../test/bench/watch.ts";
import { build } from "./build.ts";

/** Measures and tells; it judges nothing. */
const BENCHES = {
  start: measureStart,
  serving: measureServing,
  times: measureTimes,
  telling: measureTelling,
  kills: measureKills,
  cost: measureCost,
  load: measureLoad,
  reports: measureReports,
  config: measureConfig,
  endurance: measureEndurance,
  alerting: measureAlerting,
  digests: measureDigests,
  deliveries: measureDeliveries,
  "hanging webhooks": measureHangingWebhooks,
  page: measurePage,
  panel: measurePanel,
  "monitor list": measureMonitorList,
  subscribers: measureSubscriberCost,
  mails: measureMails,
  "mails, three kills": measureKilledMails,
  webhooks: measureWebhooks,
  mirror: measureMirror,
  metrics: measureMetrics,
  backup: measureBackup,
  attack: measureAttack,
};

build();
const wanted = process.argv.slice(2);
const known = readRuns();
const own: BenchRun = {
  commit: commitNow(),
  load: round(loadavg()[0] ?? 0, 1),
  cores: cpus().length,
  rooms: {},
};
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name} (load ${round(loadavg()[0] ?? 0, 1)} on ${own.cores} cores)`);
  try {
    own.rooms[name] = await measure();
    console.table(compare(own.rooms[name], { name, own, runs: known }));
  } catch (error) {
    // What can't be measured here says so, and stops nobody.
    console.error(`${name} could not be measured:`, error);
  }
}
saveRun(own, known);
