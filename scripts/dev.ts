import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, QUIET_WRANGLER, ROOT } from "./build.ts";

/** Rebuilds and reloads on change. Slower than `npm start`, which is the one to measure. */
build();
const commands = [
  ["vite", "build", "--watch", "--logLevel", "warn"],
  [
    "wrangler",
    "dev",
    "--port",
    process.env["PORT"] ?? "8787",
    "--persist-to",
    process.env["STATE_DIR"] ?? ".state/dev",
  ],
] as const;

const children = commands.map(([command, ...args]) => {
  return spawn(join(ROOT, "node_modules", ".bin", command), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...QUIET_WRANGLER },
  });
});

for (const child of children) child.on("exit", () => stop());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

function stop(): void {
  for (const child of children) child.kill("SIGTERM");
  process.exit(0);
}
