import { z } from "zod";
import { HEARTBEAT_TYPE } from "../domain/monitor/rule.ts";
import { parseCron } from "../lib/cron.ts";
import { timezone } from "../schema/common.ts";
import { text, wholeNumber } from "../schema/limits.ts";
import { checkType } from "./check_type.ts";

const WEEK_SECS = 604_800;

const schedule = text(200).superRefine((text, issues) => {
  const cron = parseCron(text);
  if (typeof cron === "string") issues.addIssue({ code: "custom", message: cron });
});

const config = z.object({
  schedule: schedule.optional().meta({
    title: "Schedule",
    description: "The job's cron schedule, such as 30 3 * * mon-fri or @daily. Replaces the interval.",
    examples: ["30 3 * * *"],
  }),
  timezone: timezone.optional().meta({
    title: "Time zone",
    description: "The time zone of the schedule. Default: UTC.",
    examples: ["Europe/Warsaw"],
  }),
  graceSecs: wholeNumber(0, WEEK_SECS, "seconds").default(0).meta({
    title: "Grace seconds",
    description: "How late a heartbeat can be, after the interval or the scheduled time.",
  }),
  maxRunSecs: wholeNumber(1, WEEK_SECS, "seconds").optional().meta({
    title: "Maximum run time in seconds",
    description: "How long a started job can run. Default: until its next run is late.",
  }),
});

export const heartbeat = checkType({
  type: HEARTBEAT_TYPE,
  label: "Heartbeat",
  pageLabel: "Webhook",
  hasResponseTime: false,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: () => "",
  destinationOf: () => "",
  run: null,
});
