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
    description:
      "When a cron job runs, as in its crontab: 30 3 * * mon-fri, or @daily. It takes the place of the interval.",
    examples: ["30 3 * * *"],
  }),
  timezone: timezone.optional().meta({
    title: "Time zone",
    description: "The time zone of the schedule. Default: UTC.",
    examples: ["Europe/Warsaw"],
  }),
  graceSecs: wholeNumber(0, WEEK_SECS, "seconds").default(0).meta({
    title: "Grace seconds",
    description: "How much later than the interval, or than its schedule, a heartbeat may come.",
  }),
  maxRunSecs: wholeNumber(1, WEEK_SECS, "seconds").optional().meta({
    title: "Longest run in seconds",
    description: "How long a started job may take. Default: until its next run is late.",
  }),
});

export const webhook = checkType({
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
