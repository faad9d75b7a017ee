import { type HealthRows, readHealthRows } from "../../data/health.ts";
import { listMirrors } from "../../data/mirror.ts";
import { DEFAULT_PAGE_KEY } from "../../domain/page/site.ts";
import { FAULT_SENTENCES } from "../../domain/system/database_fault.ts";
import { judgeAgents } from "../../domain/system/health_agents.ts";
import { judgeMirrors } from "../../domain/system/health_delivery.ts";
import { type Finding, failing, listParts, unknownFinding } from "../../domain/system/health_part.ts";
import { judgeDatabase, judgeOutboxes } from "../../domain/system/health_work.ts";
import { STORAGE_LIMITS } from "../../domain/system/storage.ts";
import { type Env, variablesOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { within } from "../../lib/within.ts";
import type { HealthPartId } from "../../schema/health_part.ts";
import type { MirrorStatus } from "../../schema/mirror.ts";
import type { SystemHealth } from "../../schema/system_health.ts";
import { lookAtAgents } from "../agent/away.ts";
import { alertsOf } from "../alert/offer.ts";
import type { Context } from "../context.ts";
import { findMirrorStatuses } from "../mirror/statuses.ts";
import { checkDisk } from "../record/database_fault.ts";
import { findWrongKey } from "../record/secret_key.ts";
import { findDamage } from "./damage.ts";
import { describeRows, HEALTH_SETTINGS } from "./health_rows.ts";
import {
  describeMonitors,
  describeWatches,
  judgeWatching,
  readWatchHealth,
  TIMEOUT_MS,
} from "./health_watches.ts";
import { judgeUpdateStatus, toUpdateStatus, UPDATE_SETTING } from "./update.ts";

const UNKNOWN = unknownFinding("Unknown: the database didn't respond.", "Check the database first.");

const RESTORE = "The file's data is in the last backup. The disk may be failing.";

const NO_ROWS = {
  shown: {
    cron: { lastRunAt: null },
    queues: [],
    failingChannels: [],
    mail: { configured: false, accountMailProblem: null, lastFailedAt: null, lastError: null },
    backup: null,
    storage: { bytes: null, limits: STORAGE_LIMITS, rows: [] },
    usage: null,
  },
  findings: {
    cron: UNKNOWN,
    queues: UNKNOWN,
    channels: UNKNOWN,
    mail: UNKNOWN,
    selfTest: UNKNOWN,
    backup: UNKNOWN,
    storage: UNKNOWN,
    usage: UNKNOWN,
  },
};

let lastRows: HealthRows | null = null;

export async function getSystemHealth(context: Context): Promise<SystemHealth> {
  const { env, db, now } = context;
  const [{ rows, ms }, mirrors, agents] = await Promise.all([
    readRows(context),
    attempt("mirror", async () => await findMirrorStatuses(env, await listMirrors(db), now)),
    attempt("agents", () => lookAtAgents(context)),
  ]);
  lastRows = rows ?? lastRows;
  const monitors = lastRows?.monitors ?? [];
  const [asked, channels] = await Promise.all([readWatchHealth(env, monitors), askChannels(env, lastRows)]);
  const watches = describeWatches(asked);
  const own = describeMonitors(monitors, { asked, now });
  const update = await toUpdateStatus(env, rows?.settings.get(UPDATE_SETTING));
  const { shown, findings } = rows
    ? describeRows(rows, {
        now,
        runsLocally: variablesOf(env).runsLocally,
        mirrors: (mirrors ?? []).filter(({ status }) => status.state !== "off").length,
        costs: watches.flatMap(({ cost }) => cost ?? []),
      })
    : NO_ROWS;
  const outboxes = {
    watches: watches.reduce((sum, { waiting }) => sum + waiting, 0),
    channels: channels.waiting,
    untakenEvents: rows?.untaken.waiting ?? 0,
    oldestUntakenAt: rows?.untaken.oldestDueAt ?? null,
  };
  const parts: Record<HealthPartId, Finding> = {
    ...findings,
    ...(lastRows
      ? judgeWatching(monitors, { asked, overdue: own.overdue, lacking: agents?.lacking ?? [], now })
      : { watches: UNKNOWN, alarms: UNKNOWN, monitors: UNKNOWN }),
    agents: agents ? judgeAgents(agents) : UNKNOWN,
    database: rows ? judgeDatabase(ms) : await describeAway(env),
    outboxes: rows ? judgeOutboxes({ ...outboxes, silent: channels.silent }, now) : UNKNOWN,
    mirror: mirrors
      ? judgeMirrors(mirrors, now)
      : rows
        ? unknownFinding("The static copy's object isn't responding.", "Check the Worker's logs.")
        : UNKNOWN,
    update: judgeUpdateStatus(env, update, now),
  };
  const [wrongKey] = rows ? await findWrongKey(env) : [];
  if (wrongKey)
    parts.database = failing(
      wrongKey,
      "Until then, secrets can't be saved, and anything that needs one fails.",
    );
  const damage = await findDamage(env);
  const damaged = [...damage.database, ...damage.others].join(" ");
  if (damaged) parts.database = failing(damaged, RESTORE);
  if (damage.watches.length > 0) parts.watches = failing(damage.watches.join(" "), RESTORE);
  return {
    version: PRODUCT_VERSION,
    readAt: now,
    parts: listParts(parts),
    database: { ok: rows !== null, ms },
    watches,
    outboxes,
    mirror: mirrors
      ? (mirrors.find(({ page }) => page === DEFAULT_PAGE_KEY)?.status ?? NO_COPY)
      : UNKNOWN_COPY,
    update,
    monitors: own,
    ...shown,
  };
}

async function describeAway(env: Env): Promise<Finding> {
  if (await checkDisk(env))
    return failing(
      FAULT_SENTENCES.disk_full,
      "Free up space on the state folder's disk. Everything then resumes.",
    );
  const advice = variablesOf(env).runsLocally
    ? "Check the log, and whether another program has the database file open."
    : "Check Cloudflare's status page and the Worker's logs.";
  return failing(FAULT_SENTENCES.database_away, advice);
}

const NO_COPY: MirrorStatus = { state: "off", lastSuccessAt: null, lastError: null, filesLeft: 0 };

const UNKNOWN_COPY: MirrorStatus = {
  state: "failing",
  lastSuccessAt: null,
  filesLeft: 0,
  lastError: "The static copy's object isn't responding.",
};

async function readRows({ db, now }: Context): Promise<{ rows: HealthRows | null; ms: number }> {
  const startedAt = performance.now();
  const rows = await attempt("rows", () => readHealthRows(db, { now, settings: HEALTH_SETTINGS }));
  return { rows, ms: Math.round(performance.now() - startedAt) };
}

async function attempt<T>(part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await within(TIMEOUT_MS, work);
  } catch (error) {
    log("error", "a component's health check failed", { part, error });
    return null;
  }
}

async function askChannels(env: Env, rows: HealthRows | null): Promise<{ waiting: number; silent: number }> {
  const responses = await Promise.all(
    (rows?.channels ?? []).map(({ id }) => attempt(`channel ${id}`, () => alertsOf(env, id).health())),
  );
  return {
    waiting: responses.reduce((sum, response) => sum + (response?.outbox ?? 0), 0),
    silent: responses.filter((response) => response === null).length,
  };
}
