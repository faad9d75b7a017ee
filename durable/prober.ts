import { WorkerEntrypoint } from "cloudflare:workers";
import { type ProbeResult, probe, toOwnFault } from "../src/check/probe.ts";
import { findCheckType } from "../src/check/registry.ts";
import type { Env } from "../src/env.ts";
import { dialPlatform } from "../src/lib/wire/platform_dial.ts";
import type {
  CheckRequest,
  OpenedConfig,
  ProberEntrypoint,
  SharedResult,
  SharedResults,
} from "../src/objects/prober.ts";
import { ownerOf } from "../src/service/monitor/config.ts";
import { openSecrets } from "../src/service/record/sealing.ts";
import { fillVaultReferences } from "../src/service/vault/fill.ts";

/** Looked up at each call. The platform's fetch throws when called as a method. */
const fetchPlatform: typeof fetch = (input, init) => fetch(input, init);

/**
 * Stateless. Each call is an invocation of its own, with six connections of its own. A hanging socket dies with it.
 */
export class Prober extends WorkerEntrypoint<Env> implements ProberEntrypoint {
  async check({ key, ...request }: CheckRequest): Promise<ProbeResult> {
    const opened = await openConfig(this.env, { key, ...request });
    if ("fault" in opened) return opened.fault;
    return await probe(
      { ...request, ...opened },
      { fetch: fetchPlatform, connect: dialPlatform, hasOwnInvocation: true, now: () => Date.now() },
    );
  }

  async checkTogether(requests: readonly CheckRequest[]): Promise<SharedResults> {
    const check = async (at: number) => ({ at, answer: await this.check(requests[at]!) });
    return await gatherResults(new Map(requests.map((_, at) => [at, check(at)])));
  }

  async open(requests: readonly CheckRequest[], agentKey: string): Promise<OpenedConfig[]> {
    return await Promise.all(requests.map(async (request) => await openConfig(this.env, request, agentKey)));
  }
}

async function openConfig(
  env: Env,
  { key, type, config }: CheckRequest,
  agentKey: string | null = null,
): Promise<OpenedConfig> {
  const kind = findCheckType(type);
  if (!key || !kind) return { config, hidden: [] };
  try {
    const open = await openSecrets(env, kind, { config, name: `monitor/${key}` });
    return await fillVaultReferences(env, { owner: ownerOf(kind), config: open }, agentKey);
  } catch (error) {
    return { fault: toOwnFault(error) };
  }
}

const GATHER_MS = 200;
/** Short, because an alert waits for it; long enough for targets that fail at the same moment. */
const FAILURE_GATHER_MS = 2;

export async function gatherResults(running: Map<number, Promise<SharedResult>>): Promise<SharedResults> {
  const answers: SharedResult[] = [];
  const timeUp = Promise.withResolvers<null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  while (running.size > 0) {
    const one = await Promise.race([timeUp.promise, ...running.values()]);
    if (!one) break;
    answers.push(one);
    running.delete(one.at);
    const isUp = one.answer.status === "up";
    if (timer && isUp) continue;
    clearTimeout(timer);
    timer = setTimeout(() => timeUp.resolve(null), isUp ? GATHER_MS : FAILURE_GATHER_MS);
  }
  clearTimeout(timer);
  return { answers, more: running.size > 0 ? async () => await gatherResults(running) : null };
}
