import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatConfig } from "../../scripts/runtime/capnp.ts";
import { startProcess } from "../../scripts/runtime/process.ts";
import { findProgram } from "../../scripts/serve.ts";

const HELLO = "export default { fetch() { return new Response('Hello World'); } };";

export async function startBare(): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "uptide-bare-"));
  const configFile = join(folder, "bare.capnp");
  const modules = [{ name: "hello.js", esModule: HELLO }];
  const services = [{ name: "hello", worker: { modules, compatibilityDate: "2026-08-15" } }];
  const sockets = [{ name: "hello", service: "hello", http: {} }];
  writeFileSync(configFile, formatConfig({ services, sockets }));
  const bare = await startProcess({
    program: findProgram(),
    configFile,
    addresses: { hello: "127.0.0.1:0" },
    inspector: null,
    environment: process.env,
    signal: undefined,
  });
  return {
    address: `http://127.0.0.1:${bare.ports.get("hello")}`,
    async stop() {
      await bare.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
