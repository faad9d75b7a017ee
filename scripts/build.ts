import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
const WEB_SOURCES = [
  "web",
  "src/schema",
  "src/domain",
  "src/lib",
  "openapi.yaml",
  "vite.config.ts",
  "vite.status.config.ts",
  "vite.embed.config.ts",
  "package-lock.json",
];
const WORKER_SOURCES = [
  "src",
  "durable",
  "migrations",
  "wrangler.toml",
  "package-lock.json",
  "dist/web",
  "dist/status",
];

const AGENT_SOURCES = [
  "scripts/agent",
  "src/check",
  "src/domain",
  "src/lib",
  "src/schema",
  "package-lock.json",
];
const AGENT_BUNDLE = [
  "--bundle",
  "--platform=node",
  "--format=esm",
  "--target=node20",
  "--minify-syntax",
  "--log-level=warning",
  `--outfile=${join("dist", "agent", "agent.mjs")}`,
];

export function build({ force = false } = {}): void {
  buildWeb({ force });
  buildAgent({ force });
  buildWhenStale("worker", WORKER_SOURCES, force, () => {
    rmSync(join(DIST, "worker"), { recursive: true, force: true });
    run("wrangler", ["deploy", "--dry-run", "--outdir", join("dist", "worker")]);
  });
}

export function buildAgent({ force = false } = {}): void {
  buildWhenStale("agent", AGENT_SOURCES, force, () => {
    run("esbuild", ["scripts/agent/main.ts", ...AGENT_BUNDLE]);
  });
}

export function buildWeb({ force = false } = {}): void {
  buildWhenStale("web", WEB_SOURCES, force, () => {
    run("vite", ["build", "--logLevel", "warn"]);
    run("vite", ["build", "--config", "vite.status.config.ts", "--logLevel", "warn"]);
    run("vite", [
      "build",
      "--config",
      "vite.status.config.ts",
      "--logLevel",
      "warn",
      "--ssr",
      "status/server.tsx",
    ]);
    run("vite", ["build", "--config", "vite.embed.config.ts", "--logLevel", "warn"]);
  });
}

export const QUIET_WRANGLER = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
};

function buildWhenStale(name: string, sources: readonly string[], force: boolean, make: () => void): void {
  const stamp = join(DIST, `.${name}-sources`);
  const state = fingerprint(sources);
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  console.log(`Building the ${name} ...`);
  make();
  mkdirSync(DIST, { recursive: true });
  writeFileSync(stamp, state);
}

export function run(command: string, args: readonly string[]): void {
  const suffix = process.platform === "win32" ? ".cmd" : "";
  const path = join(ROOT, "node_modules", ".bin", command + suffix);
  try {
    execFileSync(path, args, { cwd: ROOT, stdio: "pipe", env: { ...process.env, ...QUIET_WRANGLER } });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${command} failed:\n${stdout ?? ""}${stderr ?? ""}`, { cause: error });
  }
}

function fingerprint(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of listFiles(join(ROOT, source))) hash.update(path).update(readFileSync(path));
  }
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}

if (import.meta.main) build({ force: true });
