import { afterAll, afterEach, beforeAll } from "vitest";
import type { ProbeResult } from "../../../src/check/probe.ts";
import type { CheckRequest } from "../../../src/objects/prober.ts";
import { type ProberRuntime, startProber } from "../prober_runtime.ts";
import { makeFolder, removeFolder } from "../tls_peer.ts";
import { makePairs, type ServerWish } from "./pair.ts";

interface Checker {
  check(request: CheckRequest): Promise<ProbeResult>;
}

interface Stoppable {
  stop(): Promise<unknown>;
}

export function useServer<S extends Stoppable>(start: () => Promise<S>): () => S {
  let server: S | undefined;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return () => {
    if (!server) throw new Error("It runs as long as the tests.");
    return server;
  };
}

export function useKeep(): <S extends Stoppable>(starting: S | Promise<S>) => Promise<S> {
  const kept: Stoppable[] = [];
  afterEach(async () => {
    for (const server of kept.splice(0)) await server.stop();
  });
  return async (starting) => {
    const server = await starting;
    kept.push(server);
    return server;
  };
}

export function useProber(findTrusted?: () => string): Checker {
  const prober = useServer<ProberRuntime>(() => startProber(findTrusted ? { trusts: findTrusted() } : {}));
  return { check: (request) => prober().check(request) };
}

export interface Trust extends Checker, ServerWish {}

/** The Prober treats this authority as a public one. */
export function useTrust({ names }: { names?: string } = {}): Trust {
  let made: ServerWish | undefined;
  beforeAll(() => {
    const folder = makeFolder();
    made = { folder, pairs: makePairs(folder, names) };
  });
  afterAll(() => {
    if (made) removeFolder(made.folder);
  });
  function get(): ServerWish {
    if (!made) throw new Error("There are certificates as long as there are tests.");
    return made;
  }
  const { check } = useProber(() => get().pairs.authority.cert);
  return {
    get folder() {
      return get().folder;
    },
    get pairs() {
      return get().pairs;
    },
    check,
  };
}

export function checkOf({ check }: Checker, type: string, configOf: (more: object) => object) {
  return (more: object = {}, timeoutMs = 30_000) => check({ type, config: { ...configOf(more) }, timeoutMs });
}

export type Check = ReturnType<typeof checkOf>;

export function checkByStringOf({ check }: Checker, type: string) {
  const vault = { vault: "v", secret: "s" };
  return (connectionString: string, more: object = {}) =>
    check({
      type,
      config: { mode: "connectionString", connectionString, vault, ...more },
      timeoutMs: 30_000,
    });
}
