import { execFileSync } from "node:child_process";
import { chmodSync, lchownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../start/product.ts";
import { type Peer, startProcess } from "../tls_peer.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Database servers refuse to run as root. */
function asNobody(tool: string, args: readonly string[]): [tool: string, args: readonly string[]] {
  if (!isRoot) return [tool, args];
  return ["/usr/bin/setpriv", [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", tool, ...args]];
}

export function makeServerFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `uptide-${name}-`));
  chmodSync(folder, 0o755);
  giveAway(folder);
  return folder;
}

export function giveAway(folder: string): void {
  if (!isRoot) return;
  lchownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveAway(path);
    else lchownSync(path, NOBODY, NOBODY);
  }
}

export function runTool(tool: string, args: readonly string[], input?: string): void {
  execFileSync(...asNobody(tool, args), { cwd: "/", input, stdio: "pipe" });
}

interface ServerPlan {
  args: (port: number) => readonly string[];
  folder: string;
  saysReady?: string;
}

export async function startServer(tool: string, { args, folder, ...plan }: ServerPlan): Promise<Peer> {
  const port = await freePort();
  const [first, rest] = asNobody(tool, args(port));
  const peer = await startProcess(first, { ...plan, args: rest, port });
  return {
    port,
    async stop() {
      await peer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
