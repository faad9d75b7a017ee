import { type BoardRow, readBoard } from "../../data/dashboard.ts";
import type { StoredMirror } from "../../domain/mirror/state.ts";
import { makeBoard } from "../../domain/monitor/board.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import { judgeBackup, judgeMirrors } from "../../domain/system/health_delivery.ts";
import { type Finding, listParts } from "../../domain/system/health_part.ts";
import { judgeCron } from "../../domain/system/health_work.ts";
import { findChannelType } from "../../notify/registry.ts";
import type { Dashboard } from "../../schema/dashboard.ts";
import type { HealthPart, HealthPartId } from "../../schema/health_part.ts";
import { mirrorSettings } from "../../schema/mirror.ts";
import { smtpSettings } from "../../schema/smtp.ts";
import { lookAtAgents } from "../agent/away.ts";
import { canSendMail, SMTP_NAME } from "../alert/mail.ts";
import { BACKUP_SETTINGS, BACKUP_STATUS, findBackupHealth } from "../backup/status.ts";
import { type Context, mayReach } from "../context.ts";
import { findMirrorStatuses } from "../mirror/statuses.ts";
import { readLive } from "../monitor/view.ts";
import { LAYOUT, type StoredLayout } from "../page/layout.ts";
import { readOrLast } from "../record/last_rows.ts";
import { CRON_SETTING, toTime } from "./health_rows.ts";
import { toUpdateStatus, UPDATE_SETTING } from "./update.ts";

const SETTINGS = [LAYOUT, CRON_SETTING, BACKUP_STATUS, BACKUP_SETTINGS, UPDATE_SETTING, SMTP_NAME];

export async function getDashboard(context: Context): Promise<Dashboard> {
  const { db, env, now } = context;
  const { monitors, channels, settings, firstAt, mirrors, ...rest } = await readOrLast(env.DB, "board", () =>
    readBoard(db, { now, settings: SETTINGS }),
  );
  const stored = (name: string) => parse(settings.get(name));
  const maySee = (area: "maintenance" | "incidents" | "system" | "channels") =>
    mayReach(context, area, "read");
  const [board, { newer, command }, warnings, agents] = await Promise.all([
    readLiveBoard(context, monitors),
    toUpdateStatus(env, stored(UPDATE_SETTING)),
    maySee("system") ? listWarnings(context, { stored, firstAt, mirrors }) : null,
    lookAtAgents(context),
  ]);
  return {
    readAt: now,
    ...board,
    awayAgents: agents.away,
    firstSteps: {
      monitor: monitors.length > 0,
      channel: isReachingAnybody(channels, stored(SMTP_NAME)),
      page: isAnyPlaced(stored(LAYOUT), monitors),
    },
    hasChannel: channels.length > 0,
    hasSeveralPages: rest.pages > 1,
    maintenance: maySee("maintenance")
      ? {
          running: rest.windows.filter(({ startsAt }) => startsAt <= now),
          upcoming: rest.windows.filter(({ startsAt }) => startsAt > now),
        }
      : null,
    incidents: maySee("incidents") ? rest.incidents : null,
    alerts: maySee("channels") ? rest.alerts : null,
    update: { newer, command },
    warnings,
  };
}

async function readLiveBoard(context: Context, rows: readonly BoardRow[]) {
  const live = await readLive(context, new Set(rows.map(({ id }) => watchOf(id))));
  return makeBoard(
    rows.map(({ id, name, isPaused, current, since, message, alertsNobody, createdAt }) => {
      const own = live.get(id);
      return {
        id,
        name,
        alertsNobody,
        createdAt,
        status: isPaused ? "paused" : (own?.state.current ?? current),
        statusSince: own ? own.state.currentSince : since,
        message: own ? (own.ownFault ?? own.state.message) : message,
      };
    }),
  );
}

async function listWarnings(
  context: Context,
  {
    stored,
    firstAt,
    mirrors,
  }: { stored: (name: string) => unknown; firstAt: number | null; mirrors: readonly StoredMirror[] },
): Promise<HealthPart[]> {
  const { env, now } = context;
  const on = mirrors.filter(({ value }) => mirrorSettings.safeParse(value).data?.enabled);
  const findings: Partial<Record<HealthPartId, Finding>> = {
    cron: judgeCron({ lastRunAt: toTime(stored(CRON_SETTING)), firstAt }, now),
    backup: judgeBackup(findBackupHealth(stored), now),
    mirror: judgeMirrors(await findMirrorStatuses(env, on, now), now),
  };
  return listParts(findings).filter(({ state }) => state === "failing" || state === "warning");
}

/** Blocks of deleted monitors stay in the layout until it is opened. */
function isAnyPlaced(layout: unknown, monitors: readonly BoardRow[]): boolean {
  const { monitors: placed } = (layout ?? {}) as Partial<StoredLayout>;
  const ids = new Set(monitors.map(({ id }) => id));
  return Array.isArray(placed) && placed.some(({ id }) => ids.has(id));
}

function isReachingAnybody(
  channels: readonly { type: string; isTaking: boolean }[],
  storedSmtp: unknown,
): boolean {
  const smtp = smtpSettings.safeParse(storedSmtp ?? {}).data;
  const mayMail = smtp !== undefined && canSendMail(smtp);
  return channels.some(({ type, isTaking }) => isTaking && (mayMail || !findChannelType(type)?.sendsMail));
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
