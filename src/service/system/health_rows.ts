import { DAY_SETTING } from "../../data/day.ts";
import type { HealthRows } from "../../data/health.ts";
import { OWN_TROUBLE } from "../../data/own_trouble.ts";
import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import { SELF_TEST } from "../../data/watch.ts";
import { describeStop } from "../../domain/access/account_mail.ts";
import { isFailing } from "../../domain/monitor/check_result.ts";
import { isProbed, MANUAL_TYPE } from "../../domain/monitor/rule.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import { judgeBackup, judgeChannels, judgeMail } from "../../domain/system/health_delivery.ts";
import { judgeCron, judgeQueues, judgeSelfTest } from "../../domain/system/health_work.ts";
import { judgeStorage, STORAGE_LIMITS } from "../../domain/system/storage.ts";
import { estimateUsage, judgeUsage, LEAVES_OUT } from "../../domain/system/usage.ts";
import { DAY_MS } from "../../lib/units.ts";
import { ownTrouble, selfTestSettings } from "../../schema/self_test.ts";
import { smtpSettings } from "../../schema/smtp.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import type { SystemHealth } from "../../schema/system_health.ts";
import { canSendMail, SMTP_NAME } from "../alert/mail.ts";
import { BACKUP_SETTINGS, BACKUP_STATUS, findBackupHealth } from "../backup/status.ts";
import { UPDATE_SETTING } from "./update.ts";

export const CRON_SETTING = "cron";
export const HEALTH_SETTINGS = [
  CRON_SETTING,
  BACKUP_STATUS,
  BACKUP_SETTINGS,
  UPDATE_SETTING,
  SMTP_NAME,
  SUBSCRIPTIONS,
  SELF_TEST,
  OWN_TROUBLE,
];

type Cost = NonNullable<SystemHealth["watches"][number]["cost"]>;

const NO_COST: Cost = { checks: 0, requests: 0, rowsWritten: 0, databaseRowsWritten: 0 };

interface WatchHost {
  now: number;
  runsLocally: boolean;
  mirrors: number;
  costs: readonly Cost[];
}

export function describeRows(rows: HealthRows, { now, runsLocally, mirrors, costs }: WatchHost) {
  const { settings, failingChannels, channels, bytes } = rows;
  const lastRunAt = toTime(settings.get(CRON_SETTING));
  const queues = Object.entries(rows.queues).map(([name, depth]) => {
    return { name: name as keyof HealthRows["queues"], ...depth };
  });
  const mail = describeMail(rows);
  const backup = findBackupHealth((name) => settings.get(name));
  const usage = runsLocally ? null : describeUsage(rows, { now, mirrors, costs });
  return {
    shown: {
      cron: { lastRunAt },
      queues,
      failingChannels,
      mail,
      backup,
      storage: {
        bytes,
        limits: STORAGE_LIMITS,
        rows: Object.entries(rows.rows).map(([table, about]) => ({ table, about })),
      },
      usage,
    },
    findings: {
      cron: judgeCron({ lastRunAt, firstAt: rows.firstAt }, now),
      queues: judgeQueues(queues, now),
      channels: judgeChannels(
        failingChannels.map(({ name }) => name),
        channels.length,
      ),
      mail: judgeMail({
        isConfigured: mail.configured,
        neededBy: listMailUsers(rows),
        hasFailed: mail.lastFailedAt !== null,
        lastError: mail.lastError,
        stop: mail.accountMailProblem,
      }),
      backup: judgeBackup(backup, now),
      selfTest: describeSelfTest(settings, now),
      storage: judgeStorage(bytes, { isLocal: runsLocally }),
      usage: judgeUsage(usage?.figures ?? null),
    },
  };
}

export function toTime(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function describeSelfTest(settings: HealthRows["settings"], now: number) {
  const { urls = [] } = selfTestSettings.safeParse(settings.get(SELF_TEST) ?? {}).data ?? {};
  const trouble = ownTrouble.safeParse(settings.get(OWN_TROUBLE)).data;
  const since = trouble && trouble.overAt === null ? trouble.since : null;
  return judgeSelfTest({ hasReferences: urls.length > 0, since }, now);
}

function describeMail({ settings, failingChannels, lastMail }: HealthRows): SystemHealth["mail"] {
  const server = smtpSettings.safeParse(settings.get(SMTP_NAME) ?? {});
  const failed = [
    ...failingChannels.filter(({ type }) => type === "email"),
    ...(lastMail?.hasFailed ? [{ failedAt: lastMail.at, lastError: lastMail.error }] : []),
  ].sort((a, b) => b.failedAt - a.failedAt)[0];
  const configured = server.success && canSendMail(server.data);
  return {
    configured,
    accountMailProblem: configured ? describeStop(server.data) : null,
    lastFailedAt: failed?.failedAt ?? null,
    lastError: failed?.lastError ?? null,
  };
}

function listMailUsers({ settings, channels }: HealthRows): string[] {
  const subscriptions = subscriptionSettings.safeParse(settings.get(SUBSCRIPTIONS) ?? {});
  const { enabled = false, allowEmail = false, allowWebhook = false } = subscriptions.data ?? {};
  return [
    ...(channels.some(({ type }) => type === "email") ? ["email channels"] : []),
    ...(enabled && (allowEmail || allowWebhook) ? ["subscriptions"] : []),
  ];
}

function describeUsage(
  { monitors, settings, highest }: HealthRows,
  { now, mirrors, costs }: Omit<WatchHost, "runsLocally">,
): NonNullable<SystemHealth["usage"]> {
  const since = now - (now % DAY_MS);
  const figures = estimateUsage({
    monitors: monitors.map(({ id, isPaused, type, intervalSecs, places, everyPlaceEvery, status }) => {
      return {
        watch: watchOf(id),
        isPaused,
        places,
        everyPlaceEvery,
        isPassive: !isProbed({ type }),
        intervalSecs: type === MANUAL_TYPE ? Infinity : intervalSecs,
        isFailing: status !== null && (isFailing(status) || status === "affected"),
      };
    }),
    mirrors,
    messages: countMessages(settings.get(DAY_SETTING), { highest, now }),
    now,
  });
  const measured = costs.reduce(
    (sum, cost) => ({
      checks: sum.checks + cost.checks,
      requests: sum.requests + cost.requests,
      rowsWritten: sum.rowsWritten + cost.rowsWritten,
      databaseRowsWritten: sum.databaseRowsWritten + cost.databaseRowsWritten,
    }),
    NO_COST,
  );
  return { since, resetsAt: since + DAY_MS, figures, measured, leavesOut: LEAVES_OUT };
}

function countMessages(
  stored: unknown,
  { highest, now }: { highest: HealthRows["highest"]; now: number },
): number | null {
  const began = (stored ?? {}) as Partial<Record<"day" | "deliveries" | "actionRuns", unknown>>;
  if (began.day !== Math.floor(now / DAY_MS)) return null;
  return (
    Math.max(0, highest.deliveries - Number(began.deliveries ?? 0)) +
    Math.max(0, highest.actionRuns - Number(began.actionRuns ?? 0))
  );
}
