import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAgent, ROOT, run } from "./build.ts";

/** Makes `uptide` as a package of its own, which depends on nothing: dist/package, for `npm publish`. */
const FOLDER = join(ROOT, "dist/package");
/** The bundled packages expect these names of CommonJS. */
const BANNER = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const { version, description, license, engines } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
) as Record<string, unknown>;

buildAgent();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
run("esbuild", [
  "scripts/cli/main.mjs",
  "--bundle",
  "--splitting",
  "--platform=node",
  "--format=esm",
  "--target=node20",
  "--out-extension:.js=.mjs",
  "--log-level=warning",
  `--banner:js=${BANNER}`,
  `--outdir=${FOLDER}`,
]);
cpSync(join(ROOT, "dist/agent"), join(FOLDER, "agent"), { recursive: true });
copyFileSync(join(ROOT, "LICENSE"), join(FOLDER, "LICENSE"));
const bin = { uptide: "main.mjs" };
const manifest = { name: "uptide", version, description, license, type: "module", bin, engines };
const usage = execFileSync(process.execPath, [join(FOLDER, "main.mjs"), "--help"], { encoding: "utf8" });
writeFileSync(
  join(FOLDER, "README.md"),
  `# uptide\n\nThe Uptide command: configuration as code, imports from other services, agents.\n\n\`\`\`\n${usage}\`\`\`\n`,
);
writeFileSync(join(FOLDER, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`dist/package holds uptide ${version}: publish it with npm publish dist/package.`);
