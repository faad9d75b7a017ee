import type { ActionRow } from "../../data/action.ts";
import {
  claimedRuns,
  claimRuns,
  endRun,
  failInterruptedRuns,
  INTERRUPTED,
  listOverdueRuns,
  type RunEnd,
} from "../../data/action_attempt.ts";
import type { RunRow } from "../../data/action_run.ts";
import { openDb, save, savePersistently } from "../../data/db.ts";
import { readActionsToRun } from "../../data/site.ts";
import { ACTION_KIND, actionSealName } from "../../domain/action/config.ts";
import {
  MAX_ATTEMPTS,
  placeholderValuesOfRun,
  type RunAttempt,
  waitBeforeAttempt,
} from "../../domain/action/run.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import { type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import { type ActionAnswer, sendAction } from "../../notify/action_request.ts";
import type { ClaimedRuns } from "../../objects/sender.ts";
import { actionRequest } from "../../schema/action.ts";
import { claimDue } from "../record/claim.ts";
import { openSecrets } from "../record/sealing.ts";
import type { SweepScope } from "../record/sweep.ts";
import { offerFailures } from "./failure.ts";
import { openActionSecrets } from "./secrets.ts";

/** A message of the queue: a run that is due. The row is the truth, so it may be lost or come twice. */
export interface ActionJob {
  id: number;
}

const TIMEOUT_MS = 15_000;
const OVERDUE_MS = 30_000;
const OVERDUE_A_RUN = 500;
const JOBS_A_BATCH = 100;

/** One message a run: who sends them at the same time is the queue's to say. */
export async function enqueueRuns(
  env: Env,
  ids: readonly number[],
  { delaySeconds = 0 } = {},
): Promise<void> {
  for (let i = 0; i < ids.length; i += JOBS_A_BATCH) {
    const batch = ids.slice(i, i + JOBS_A_BATCH).map((id) => ({ body: { id } satisfies ActionJob }));
    await env.ACTIONS.sendBatch(batch, { delaySeconds });
  }
}

/** A few of one action together. */
export async function claimForRun(env: Env, ids: readonly number[]): Promise<ClaimedRuns[]> {
  return await claimDue(env, ids, {
    claimMs: CLAIM_MS.action_runs,
    claim: claimRuns,
    rowsOf: claimedRuns,
    targetIdOf: ({ actionId }) => actionId,
    readTargets: readActionsToRun,
  });
}

/** Makes one attempt of each and writes what became of it, each by itself. */
export async function runClaimed(env: Env, claimed: ClaimedRuns): Promise<void> {
  await Promise.all(
    claimed.rows.map(async (run) => await recordEnd(env, run, await attempt(env, run, claimed))),
  );
}

/** Each minute: hands over again what a queue lost, and ends what was cut off in its last attempt. */
export async function sweepRuns(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = { waitedMs: OVERDUE_MS, limit: OVERDUE_A_RUN },
): Promise<void> {
  const db = openDb(env.DB);
  await save(db, failInterruptedRuns(now));
  await enqueueRuns(env, await listOverdueRuns(db, { before: now - waitedMs, now, limit }));
}

async function attempt(env: Env, run: RunRow, { target: action, siteName }: ClaimedRuns): Promise<RunEnd> {
  const at = Date.now();
  const { id, claimedUntil, attemptCount, dueAt } = run;
  const before = withInterrupted(run);
  const end = { id, claimedUntil: claimedUntil ?? 0, dueAt, attempts: before, reason: null, finishedAt: at };
  if (!action) return { ...end, status: "cancelled", reason: "link removed" };
  if (!action.enabled) return { ...end, status: "skipped", reason: "action disabled" };
  const { httpStatus, error, retryAfterMs } = await send(env, run, { action, siteName });
  const now = Date.now();
  const attempts = [...before, { at, httpStatus, ms: now - at, error }];
  if (error === null) return { ...end, status: "succeeded", attempts, finishedAt: now };
  if (attemptCount >= MAX_ATTEMPTS) return { ...end, status: "failed", attempts, finishedAt: now };
  const again = now + waitBeforeAttempt(attemptCount, retryAfterMs);
  return { ...end, status: "running", dueAt: again, attempts, finishedAt: null };
}

/** Attempts that were begun before this one and left nothing. */
function withInterrupted({ attempts, attemptCount, dueAt }: RunRow): RunAttempt[] {
  const lost = Math.max(0, attemptCount - 1 - attempts.length);
  const one = { at: dueAt, httpStatus: null, ms: 0, error: INTERRUPTED };
  return [...attempts, ...Array.from({ length: lost }, () => one)];
}

async function send(
  env: Env,
  run: RunRow,
  { action, siteName }: { action: ActionRow; siteName: string },
): Promise<ActionAnswer> {
  try {
    const config = await openSecrets(env, ACTION_KIND, {
      config: action.config,
      name: actionSealName(action.key),
    });
    const parsed = actionRequest.safeParse(config);
    if (!parsed.success) return failure("The action's settings are not complete: open it and save it again.");
    const secrets = await openActionSecrets(env, action.config);
    const id = `run_${run.id}_${run.createdAt}`;
    const site = { name: siteName, url: variablesOf(env).publicUrl };
    const variables = run.facts
      ? placeholderValuesOfRun(run.facts, { id, actionName: action.name, site })
      : {};
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await sendAction(
      { fetch: (input, init) => fetch(input, init), signal, now: Date.now() },
      { id, config: parsed.data, variables: { ...variables, ...secrets } },
    );
  } catch (error) {
    if (error instanceof AppError) return failure(error.message);
    // Its message may repeat what was filled in.
    log("error", "an action could not be run", { run: run.id, fault: (error as Error)?.name });
    return failure("Something went wrong here while sending: see the log.");
  }
}

function failure(error: string): ActionAnswer {
  return { httpStatus: null, error, retryAfterMs: null };
}

async function recordEnd(env: Env, run: RunRow, end: RunEnd): Promise<void> {
  const results = await savePersistently(openDb(env.DB), endRun(end));
  if (!results.at(-1)?.meta.changes) return;
  if (end.status === "running") {
    const delaySeconds = Math.max(0, Math.ceil((end.dueAt - Date.now()) / 1000));
    await enqueueRuns(env, [run.id], { delaySeconds });
  } else if (end.status === "failed") {
    await offerFailures(env, [{ ...run, attempts: [...end.attempts], finishedAt: end.finishedAt }]);
  }
}
