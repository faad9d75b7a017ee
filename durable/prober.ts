import { WorkerEntrypoint } from "cloudflare:workers";
import { type ProbeAnswer, probe, toOwnFault } from "../src/check/probe.ts";
import { findCheckType } from "../src/check/registry.ts";
import type { Env } from "../src/env.ts";
import type { Config } from "../src/lib/config.ts";
import { dialPlatform } from "../src/lib/wire/platform_dial.ts";
import type { CheckRequest, ProberEntrypoint } from "../src/objects/prober.ts";
import { ownerOf } from "../src/service/monitor/config.ts";
import { openSecrets } from "../src/service/record/sealing.ts";
import { fillVaultReferences } from "../src/service/vault/fill.ts";

/** Looks up fetch at each call, and calls it as a global. */
const fetchPlatform: typeof fetch = (input, init) => fetch(input, init);

/**
 * Stateless: one call is one attempt in an invocation of its own, with six connections of its own. A hanging
 * socket dies with it.
 */
export class Prober extends WorkerEntrypoint<Env> implements ProberEntrypoint {
  async check({ key, ...request }: CheckRequest): Promise<ProbeAnswer> {
    let config: Config;
    try {
      config = await openConfig(this.env, { key, ...request });
    } catch (error) {
      return toOwnFault(error);
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
