import { exports } from "cloudflare:workers";
import { type ProbeResult, toOwnFault } from "../../check/probe.ts";
import { findMonitor } from "../../data/monitor.ts";
import { describeAway } from "../../domain/agent/away.ts";
import { MANUAL_TYPE } from "../../domain/monitor/rule.ts";
import { getAt } from "../../lib/at_path.ts";
import { AppError, invalidField, noneWithId } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import type { CheckRequest } from "../../objects/prober.ts";
import type { MonitorTest } from "../../schema/monitor_trial.ts";
import { HOME } from "../../schema/place.ts";
import { agentObject } from "../announce/agent.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { sealSecrets } from "../record/sealing.ts";
import { checkVaultTest, resolveVaultReferences } from "../vault/reference.ts";
import { checkAgent, checkAgentVaults } from "./agent_rule.ts";
import { checkConfig, ownerOf, typeOf } from "./config.ts";
import { getRow } from "./monitor_edit.ts";
import { askPlaces, toPlaceResult } from "./place.ts";

/** Saves and counts nothing. Masks are filled from the saved monitor if the destination is the same. */
export async function testMonitor(
  context: Context,
  { type: name, config: given, timeoutMs, monitorId, locations, agent }: MonitorTest,
) {
  const type = typeOf(name);
  const saved = monitorId === undefined ? null : await findMonitor(context.db, monitorId);
  if (monitorId !== undefined && !saved) throw invalidField("monitorId", noneWithId("monitor", monitorId));
  const sent = { owner: ownerOf(type), config: given };
  const stored = saved?.type === name ? { owner: sent.owner, config: saved.config } : null;
  const hasMask = type.findSecrets(given).some((path) => getAt(given, path) === MASK);
  checkVaultTest(context, stored && hasMask ? [sent, stored] : [sent]);
  await checkAgent(context, { agent, type: name, config: checkConfig(type, given), locations });
  if (type.run === null) throw new AppError("conflict", untestableSentence(name));
  const resolved = await resolveVaultReferences(context, { ...sent, stored });
  await checkAgentVaults(context, { agent, type: name, config: resolved, locations });
  const key = saved?.key ?? "test";
  const config = await sealSecrets(context.env, type, { config: resolved, stored, name: `monitor/${key}` });
  const request = { type: name, key, config, timeoutMs, shouldReadCertificate: true };
  const [response, others] = await Promise.all([
    tryFrom(context, agent, request),
    askPlaces(
      { env: context.env, askAgent: async (key) => await tryFrom(context, key, request) },
      locations,
      request,
    ),
  ]);
  if (response.isOwnFault && !type.describeNoData) throw new AppError("unavailable", response.message);
  return {
    overall: response.isOwnFault ? ("pending" as const) : response.status,
    totalMs: response.steps.reduce((sum, step) => sum + step.durationMs, 0),
    message: response.message,
    certExpiresAt: response.certificate?.expiresAt ?? null,
    ...response.facts,
    steps: response.steps.map((step, at) => ({ ...response.facts?.steps?.[at], ...step })),
    ...(response.body && { body: response.body }),
    ...(others.length > 0 && { places: [toPlaceResult(HOME, response, null), ...others] }),
  };
}

async function tryFrom(context: Context, agent: string | null, request: CheckRequest): Promise<ProbeResult> {
  if (agent === null) return await exports.Prober.check(request);
  const responses: ProbeResult[] = [];
  await agentObject(context.env, agent).check(agent, [request], async (given) => {
    for (const { check } of given)
      responses.push(
        "isAway" in check ? toOwnFault(new AppError("unavailable", describeAway(agent, check.since))) : check,
      );
  });
  const [response] = responses;
  if (!response) throw new AppError("unavailable", `Agent ${agent} didn't respond.`);
  return response;
}

export async function checkMonitorNow(context: Context, id: number, from: "home" | "all") {
  const row = await getRow(context, id);
  if (row.paused) throw new AppError("conflict", "The monitor is paused: resume it first.");
  const response = await watchFor(context.env, id).checkNow(id, from);
  if (!response) throw new AppError("conflict", untestableSentence(row.type));
  const { ownFault, ...check } = response;
  if (ownFault === null) return check;
  if (check.status !== "pending" || !typeOf(row.type).describeNoData)
    throw new AppError("unavailable", ownFault);
  return { ...check, responseMs: null, message: ownFault };
}

function untestableSentence(type: string): string {
  return type === MANUAL_TYPE
    ? "This status is set manually, so there is nothing to test."
    : "Heartbeats can't be requested: send one to its address.";
}
