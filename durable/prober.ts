import { WorkerEntrypoint } from "cloudflare:workers";
import { type ProbeAnswer, type ProbeRequest, probe, toOwnFault } from "../src/check/probe.ts";
import { findCheckType } from "../src/check/registry.ts";
import type { Env } from "../src/env.ts";
import type { Config } from "../src/lib/config.ts";
import { dialPlatform } from "../src/lib/wire/platform_dial.ts";
import { ownerOf } from "../src/service/monitor/config.ts";
import { fillVaultReferences } from "../src/service/vault/fill.ts";
import { openSecrets } from "../src/service/vault/sealing.ts";

export interface CheckRequest extends ProbeRequest {
  /** Of the monitor whose config it is as stored, secrets sealed and vaults referred to; without one it is in the clear. */
  key?: string | undefined;
}

/** Looked up at each call, and called as the global it is. */
const fetchPlatform: typeof fetch = (input, init) => fetch(input, init);

/**
 * Stateless: one call is one check, in an invocation of its own with six connections of its own. A socket that hangs
 * dies with it.
 */
export class Prober extends WorkerEntrypoint<Env> {
  async check({ key, ...request }: CheckRequest): Promise<ProbeAnswer> {
    const startedAt = Date.now();
    let config: Config;
    try {
      config = await openConfig(this.env, { key, ...request });
    } catch (error) {
      return { ...toOwnFault(error), attempts: 0, startedAt, finishedAt: Date.now() };
    }
    return await probe(
      { ...request, config },
      { fetch: fetchPlatform, connect: dialPlatform, now: () => Date.now() },
    );
  }
}

async function openConfig(env: Env, { key, type, config }: CheckRequest): Promise<Config> {
  const kind = findCheckType(type);
  if (!key || !kind) return config;
  const open = await openSecrets(env, kind, { config, name: `monitor/${key}` });
  return await fillVaultReferences(env, { owner: ownerOf(kind), config: open });
}
