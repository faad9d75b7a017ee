import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatConfig } from "../../scripts/runtime/capnp.ts";
import { startProcess } from "../../scripts/runtime/process.ts";
import { findProgram } from "../../scripts/serve.ts";
import { cpuMs, round } from "./run.ts";

const HELLO = "export default { fetch() { return new Response('Hello World'); } };";

const EVERY_MS = 10;

/** One request that fetches a hundred times a second, as checks do, and awaits them all. */
const FETCHER = `
  export default {
    async fetch(request) {
      const { searchParams } = new URL(request.url);
      const fetches = [];
      for (let n = 0; n < Number(searchParams.get("count")); n++) {
        fetches.push(fetch(searchParams.get("target")).then((response) => response.body?.cancel()));
        await new Promise((resolve) => setTimeout(resolve, ${EVERY_MS}));
      }
      await Promise.all(fetches);
      return new Response();
    },
  };
`;

export async function measureBareFetch(target: string): Promise<number> {
  const count = 2000;
  const bare = await startBare();
  const fetchMany = async (times: number) =>
    await fetch(`${bare.fetcher}/?target=${encodeURIComponent(target)}&count=${times}`);
  try {
    await fetchMany(200);
    const before = cpuMs(bare.pid);
    await fetchMany(count);
    return round((cpuMs(bare.pid) - before) / count, 2);
  } finally {
    await bare.stop();
  }
}

export async function startBare() {
  const folder = mkdtempSync(join(tmpdir(), "uptide-bare-"));
  const configFile = join(folder, "bare.capnp");
  const network = { name: "network", network: { allow: ["public", "private"] } };
  const workers = Object.entries({ hello: HELLO, fetcher: FETCHER }).map(([name, esModule]) => {
    const modules = [{ name: `${name}.js`, esModule }];
    return { name, worker: { modules, compatibilityDate: "2026-08-15", globalOutbound: "network" } };
  });
  const services = [network, ...workers];
  const sockets = workers.map(({ name }) => ({ name, service: name, http: {} }));
  writeFileSync(configFile, formatConfig({ services, sockets }));
  const bare = await startProcess({
    program: findProgram(),
    configFile,
    addresses: { hello: "127.0.0.1:0", fetcher: "127.0.0.1:0" },
    inspector: null,
    environment: process.env,
    signal: undefined,
  });
  return {
    address: `http://127.0.0.1:${bare.ports.get("hello")}`,
    fetcher: `http://127.0.0.1:${bare.ports.get("fetcher")}`,
    pid: bare.pid,
    async stop(): Promise<void> {
      await bare.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
