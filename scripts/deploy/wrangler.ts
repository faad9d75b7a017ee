import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUIET_WRANGLER, ROOT } from "../build.ts";
import { explain, Refusal } from "./refusal.ts";

interface Ran {
  code: number;
  out: string;
  failure: string;
}

export async function runWrangler(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return await withFolder(async (folder) => {
    const report = join(folder, "report.ndjson");
    const { code, out } = await collect(args, { ...env, WRANGLER_OUTPUT_FILE_PATH: report });
    return { code, out, failure: code === 0 ? "" : readFailure(report) };
  });
}

export async function mustRun(
  args: readonly string[],
  { doing, env = {} }: { doing: string; env?: Record<string, string> },
): Promise<string> {
  const { code, out, failure } = await runWrangler(args, env);
  if (code === 0) return out;
  const message = failure || lastError(out);
  const codes = [...message.matchAll(/\[code: (\d+)\]/g)].map((match) => Number(match[1]));
  throw new Refusal(explain({ code: codes[0] ?? 0, message: firstLines(message) }, doing));
}

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "uptide-deploy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

function collect(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; out: string }> {
  const program = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET_WRANGLER, ...env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, out }));
  });
}

function readFailure(report: string): string {
  try {
    const lines = readFileSync(report, "utf8").trim().split("\n");
    const entries = lines.map(
      (line) => JSON.parse(line) as { type: string; code?: number; message?: string },
    );
    const failed = entries.find(({ type }) => type === "command-failed");
    const code = failed?.code ? ` [code: ${failed.code}]` : "";
    return failed?.message ? failed.message + (failed.message.includes("[code:") ? "" : code) : "";
  } catch {
    return "";
  }
}

function lastError(out: string): string {
  const at = out.lastIndexOf("[ERROR]");
  return at < 0 ? "wrangler ended without saying why" : out.slice(at + "[ERROR]".length);
}

function firstLines(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(0, 3)
    .join(" ")
    .replace(/\.$/, "");
}
