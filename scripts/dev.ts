import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, QUIET_WRANGLER, ROOT } from "./build.ts";
import { openLocalKey } from "./local_key.ts";
import { lockStateDir } from "./state_dir.ts";

/** Slower than `npm start`, so measure that one. */
const stateDir = resolve(ROOT, process.env["STATE_DIR"] ?? ".state/dev");
const port = process.env["PORT"] ?? "8787";
const variables = join(stateDir, "variables.env");

await lockStateDir(stateDir, Number(port));
build();
writeFileSync(variables, `SECRET_KEY=${openLocalKey(stateDir)}\nRUNS_LOCALLY=true\n`, { mode: 0o600 });
const commands = [
  ["vite", "build", "--watch", "--logLevel", "warn"],
  ["wrangler", "dev", "--port", port, "--persist-to", stateDir, "--env-file", variables],
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
