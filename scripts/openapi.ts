import "./worker_imports.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";

const ROOT = join(import.meta.dirname, "..");

const [{ makeOpenApi }, { ENDPOINTS }] = await Promise.all([
  import("../src/api/openapi.ts"),
  import("../src/api/routes.ts"),
]);
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
const text = stringify(makeOpenApi(ENDPOINTS, version), { lineWidth: 0, aliasDuplicateObjects: false });
const document = `# Made from the routes by \`npm run openapi\`.\n${text}`;

if (process.argv.includes("--print")) process.stdout.write(document);
else writeFileSync(join(ROOT, "openapi.yaml"), document);
