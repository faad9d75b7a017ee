import type { ActionRow } from "../../data/action.ts";
import type { RunRow } from "../../data/action_run.ts";
import { readActionsToRun } from "../../data/site.ts";
import { ACTION_KIND, actionSealName } from "../../domain/action/config.ts";
import { placeholderValuesOfRun, type RunAttempt } from "../../domain/action/run.ts";
import { decideNextAttempt, OUTGOING } from "../../domain/outgoing/policy.ts";
import { type Env, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { type ActionResponse, sendAction } from "../../notify/action_request.ts";
import type { ClaimedRuns } from "../../objects/sender.ts";
import { actionRequest } from "../../schema/action.ts";
import { claimDue, groupByTarget, saveEnds, toSendFault } from "../outgoing/attempt.ts";
import { enqueueRetries } from "../outgoing/job.ts";
import { openSecrets } from "../record/sealing.ts";
import { offerFailures } from "./failure.ts";
import { openActionSecrets } from "./secrets.ts";

const TIMEOUT_MS = 15_000;

export async function claimForRun(env: Env, ids: readonly number[]): Promise<ClaimedRuns[]> {
  const rows = await claimDue(env, "action_runs", ids);
  return await groupByTarget(env, rows, {
    targetIdOf: ({ actionId }) => actionId,
    readTargets: readActionsToRun,
  });
}

export async function runClaimed(env: Env, claimed: ClaimedRuns): Promise<void> {
  await Promise.all(
    claimed.rows.map(async (run) => await recordEnd(env, run, await attempt(env, run, claimed))),
  );
}

type RunEnd = Pick<
  RunRow,
  "id" | "claimedUntil" | "status" | "reason" | "dueAt" | "attempts" | "finishedAt" | "failureOffered"
>;

async function attempt(env: Env, run: RunRow, { target: action, siteName }: ClaimedRuns): Promise<RunEnd> {
  const at = Date.now();
  const { id, claimedUntil, dueAt } = run;
  const before = withInterrupted(run);
  const end = {
    id,
    claimedUntil,
    dueAt,
    attempts: before,
    reason: null,
    finishedAt: at,
    failureOffered: true,
  };
  if (!action) return { ...end, status: "cancelled", reason: "link removed" };
  if (!action.enabled) return { ...end, status: "skipped", reason: "action disabled" };
  const { httpStatus, error, retryAfterMs } = await send(env, run, { action, siteName });
  const now = Date.now();
  const attempts = [...before, { at, httpStatus, ms: now - at, error }];
  if (error === null) return { ...end, status: "succeeded", attempts, finishedAt: now };
  const next = decideNextAttempt("action_runs", { row: run, fault: { retryAfterMs }, now });
  const isOver = next.status === "failed";
  return { ...end, ...next, attempts, finishedAt: isOver ? now : null, failureOffered: !isOver };
}

function withInterrupted({ attempts, attemptCount, dueAt }: RunRow): RunAttempt[] {
  const lost = Math.max(0, attemptCount - 1 - attempts.length);
  const one = { at: dueAt, httpStatus: null, ms: 0, error: OUTGOING.action_runs.interrupted };
  return [...attempts, ...Array.from({ length: lost }, () => one)];
}

async function send(
  env: Env,
  run: RunRow,
  { action, siteName }: { action: ActionRow; siteName: string },
): Promise<ActionResponse> {
  try {
    const config = await openSecrets(env, ACTION_KIND, {
      config: action.config,
      name: actionSealName(action.key),
    });
    const parsed = actionRequest.safeParse(config);
    if (!parsed.success) return failure("The action's settings are incomplete: open it and save it again.");
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
    // The error's message may contain filled-in secrets.
    const details = { run: run.id, fault: (error as Error)?.name };
    return failure(toSendFault(error, { event: "an action could not be run", details }).message);
  }
}

function failure(error: string): ActionResponse {
  return { httpStatus: null, error, retryAfterMs: null };
}

async function recordEnd(env: Env, run: RunRow, end: RunEnd): Promise<void> {
  if (!(await saveEnds(env, "action_runs", { ends: [end] }))) return;
  await enqueueRetries(env, "action_runs", [end]);
  if (end.status === "failed")
    await offerFailures(env, [{ ...run, attempts: end.attempts, finishedAt: end.finishedAt }]);
}
