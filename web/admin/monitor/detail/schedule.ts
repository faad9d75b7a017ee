import { beatRuleOf } from "../../../../src/domain/monitor/rule.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { text } from "../../text/cron_job.ts";

export function scheduleOf(monitor: Monitor): string | null {
  const { schedule } = beatRuleOf(monitor);
  return schedule ? text.scheduled(schedule.cron, schedule.timezone) : null;
}
