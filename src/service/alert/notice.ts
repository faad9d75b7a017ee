import { deleteNotices, listNotices, untakenNotices } from "../../data/alert_notice.ts";
import { type AlertedRow, listChannelsByKey, readAlerted } from "../../data/channel.ts";
import { type Db, openDb, save } from "../../data/db.ts";
import { listAlertedChannels } from "../../data/delivery.ts";
import { type Condition, hasRows } from "../../data/due.ts";
import { findEpoch } from "../../data/restore_epoch.ts";
import { messageId } from "../../domain/alert/digest.ts";
import type { AlertNotice, ChannelNotice, MonitorNotice } from "../../domain/alert/notice.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { OfferedEvent } from "../../objects/alerts.ts";
import type { SweepScope } from "../outgoing/sweep.ts";
import { offer, toAlertedMonitor } from "./offer.ts";

const UNTAKEN: SweepScope = { waitedMs: 20_000, limit: 100 };

export async function offerNotice(env: Env, notice: AlertNotice): Promise<void> {
  try {
    const db = openDb(env.DB);
    const taken =
      "channelKeys" in notice ? await offerPolicies(env, db, notice) : await offerEvents(env, db, notice);
    if (taken.every(Boolean)) await save(db, [deleteNotices(db, [notice.id])]);
  } catch (error) {
    log("warn", "failed to notify channels of a change", { error });
  }
}

async function offerEvents(env: Env, db: Db, notice: MonitorNotice): Promise<boolean[]> {
  const { monitorId, acknowledged } = notice;
  const { monitors, channels, epoch } = await readAlerted(db, [monitorId]);
  const [monitor] = monitors;
  const since = acknowledged?.downSince ?? notice.at;
  const alerted = acknowledged ? await listAlertedChannels(db, { monitorId, since }) : [];
  return await Promise.all(
    channels.map(async (channel) => {
      const isAlerted = monitor && alerted.includes(channel.id);
      const events = isAlerted ? toEvents(notice, monitor, channel.id) : [];
      return await offer(env, channel, { events, epoch, changed: [monitorId] });
    }),
  );
}

async function offerPolicies(env: Env, db: Db, { channelKeys }: ChannelNotice): Promise<boolean[]> {
  const [channels, epoch] = await Promise.all([listChannelsByKey(db, channelKeys), findEpoch(db)]);
  return await Promise.all(channels.map((channel) => offer(env, channel, { events: [], epoch })));
}

export function hasUntakenNotices(now: number, { waitedMs }: SweepScope = UNTAKEN): Condition {
  return hasRows(untakenNotices(now - waitedMs));
}

export async function offerUntakenNotices(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = UNTAKEN,
): Promise<void> {
  const before = now - waitedMs;
  for (const notice of await listNotices(openDb(env.DB), { before, limit })) await offerNotice(env, notice);
}

function toEvents(
  { id, at, monitorId, acknowledged }: MonitorNotice,
  row: AlertedRow,
  channelId: number,
): OfferedEvent[] {
  if (!acknowledged) return [];
  const { status, error, downSince, ...acknowledgement } = acknowledged;
  return [
    {
      id,
      kind: "acknowledged",
      monitorId,
      monitorName: row.name,
      isUnderMaintenance: false,
      message: {
        id: messageId(channelId, id),
        kind: "acknowledged",
        at,
        status,
        previousStatus: status,
        error,
        monitors: [toAlertedMonitor(row, { status, error })],
        isDigest: false,
        downSince,
        certificate: null,
        action: null,
        acknowledgement,
        site: { name: "", url: null },
      },
    },
  ];
}
