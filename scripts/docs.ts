import "./worker_imports.ts";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Regenerates the parts of the docs between `<!-- made: name -->` and `<!-- /made -->`. */
const DOCS = join(import.meta.dirname, "../docs");
const MADE = /(<!-- made: ([^>]+?) -->\n)[\s\S]*?(<!-- \/made -->)/g;

const { makePart } = await import("./docs/parts.ts");
const isCheck = process.argv.includes("--check");

for (const name of readdirSync(DOCS).filter((file) => file.endsWith(".md"))) {
  const path = join(DOCS, name);
  const before = readFileSync(path, "utf8");
  const after = before.replace(MADE, (_, head: string, part: string, foot: string) => {
    return `${head}${makePart(part)}\n${foot}`;
  });
  if (after === before) continue;
  if (isCheck) {
    console.error(`docs/${name} is out of date: run \`npm run docs\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
    console.log(`docs/${name}`);
  }
}
