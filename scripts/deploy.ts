import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, ROOT } from "./build.ts";

/** One `wrangler deploy`, which makes the database, the bucket and the queues that are missing. */
build({ force: true });
const wrangler = join(ROOT, "node_modules", ".bin", "wrangler");
const { status } = spawnSync(wrangler, ["deploy", ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
