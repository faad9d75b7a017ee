import { listChannels } from "../../data/channel.ts";
import { openDb, save } from "../../data/db.ts";
import {
  deleteTrouble,
  endTrouble,
  markTroubleAnnounced,
  noteTrouble,
  OWN_TROUBLE,
} from "../../data/own_trouble.ts";
import { findEpoch } from "../../data/restore_epoch.ts";
import { findSetting } from "../../data/setting.ts";
import { SELF_TEST } from "../../data/watch.ts";
import { messageId } from "../../domain/alert/digest.ts";
import type { Env } from "../../env.ts";
import { formatDuration } from "../../lib/duration.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import type { OfferedEvent } from "../../objects/alerts.ts";
import {
  type OwnTrouble,
  ownTrouble,
  type SelfTestSettings,
  selfTestSettings,
  type Trouble,
} from "../../schema/self_test.ts";
import { offer } from "../alert/offer.ts";
import { doesAnyRespond } from "./reference.ts";

/**
 * Watches with longer intervals may still be affected: it ends when none was for this long and a reference
 * responds.
 */
const QUIET_MS = 5 * MINUTE_MS;

export async function meetTrouble(env: Env, now: number): Promise<void> {
  try {
    await save(openDb(env.DB), [noteTrouble(now)]);
    await announceTrouble(env);
  } catch (error) {
    log("error", "failed to record Uptide's own outage", { error });
  }
}

export async function followTrouble(env: Env, now: number): Promise<void> {
  const trouble = await findTrouble(env);
  if (!trouble) return;
  await announceTrouble(env);
  if (trouble.overAt !== null || now - trouble.lastAt < QUIET_MS) return;
  const { urls } = await readSettings(env);
  // Without references there is no evidence that it continues.
  if (urls.length > 0 && !(await doesAnyRespond(urls))) return;
  await save(openDb(env.DB), [endTrouble(trouble, now)]);
  await announceTrouble(env);
}

async function announceTrouble(env: Env): Promise<void> {
  const trouble = await findTrouble(env);
  if (!trouble || !(await offerToAll(env, [...trouble.untold, trouble].flatMap(listNews)))) return;
  const { since, overAt } = trouble;
  await save(openDb(env.DB), [overAt === null ? markTroubleAnnounced(since) : deleteTrouble(since)]);
}

interface News {
  trouble: Trouble;
  what: "began" | "over";
}

function listNews(trouble: Trouble): News[] {
  const began: News[] = trouble.isTold ? [] : [{ trouble, what: "began" }];
  return trouble.overAt === null ? began : [...began, { trouble, what: "over" }];
}

async function offerToAll(env: Env, news: readonly News[]): Promise<boolean> {
  if (news.length === 0) return false;
  const db = openDb(env.DB);
  const { channelIds } = await readSettings(env);
  const [channels, epoch] = await Promise.all([listChannels(db, channelIds), findEpoch(db)]);
  const taken = await Promise.all(
    channels.map(async (channel) => {
      return await offer(env, channel, { events: news.map((one) => toEvent(one, channel.id)), epoch });
    }),
  );
  return taken.every(Boolean);
}

function toEvent({ trouble: { since, overAt }, what }: News, channelId: number): OfferedEvent {
  const id = `own_trouble:${since}:${what}`;
  const isOver = what === "over";
  const lasted = formatDuration(Math.max(0, (overAt ?? since) - since));
  const error = isOver
    ? `It lasted ${lasted}. Failures during that time didn't count and sent no alerts.`
    : "Many checks are failing at once, and the reference URLs aren't responding either. Failures don't count until they do.";
  return {
    id,
    kind: "own_trouble",
    monitorId: null,
    monitorName: "",
    isUnderMaintenance: false,
    message: {
      id: messageId(channelId, id),
      kind: "own_trouble",
      at: overAt !== null && isOver ? overAt : since,
      status: isOver ? "up" : "down",
      previousStatus: isOver ? "down" : "up",
      error,
      monitors: [],
      isDigest: false,
      downSince: isOver ? since : null,
      certificate: null,
      action: null,
      site: { name: "", url: null },
    },
  };
}

async function findTrouble(env: Env): Promise<OwnTrouble | null> {
  return ownTrouble.safeParse(await findSetting(openDb(env.DB), OWN_TROUBLE)).data ?? null;
}

async function readSettings(env: Env): Promise<SelfTestSettings> {
  return selfTestSettings.parse((await findSetting(openDb(env.DB), SELF_TEST)) ?? {});
}
