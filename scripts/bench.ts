import "./worker_imports.ts";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureAlerting, measureDeliveries, measureDigests } from "../test/bench/alerts.ts";
import { measureAttack } from "../test/bench/attack.ts";
import { measureBackup } from "../test/bench/backup.ts";
import { measureConfig } from "../test/bench/config.ts";
import { measureMetrics } from "../test/bench/metrics.ts";
import { measureMirror } from "../test/bench/mirror.ts";
import { measurePage } from "../test/bench/page.ts";
import { measurePanel } from "../test/bench/panel.ts";
import { measureReports } from "../test/bench/reports.ts";
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
import { build, ROOT } from "./build.ts";

/** Measures and tells; it judges nothing. */
const BENCHES = {
  start: measureStart,
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
  page: measurePage,
  panel: measurePanel,
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
const results: Record<string, unknown> = {};
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  results[name] = await measure();
  console.table(results[name]);
}
const file = join(ROOT, "test/bench/results.json");
const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
writeFileSync(file, `${JSON.stringify({ ...before, ...results }, null, 2)}\n`);
