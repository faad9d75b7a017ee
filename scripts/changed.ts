import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ROOT } from "./build.ts";

/** These import everything, so importing them says nothing about which tests a change affects. */
const WIRING = new Set(["src/worker.ts", "src/app.ts", "src/api/routes.ts"]);
const ROOMS = ["src", "durable", "web", "scripts", "test"];
const ALWAYS = /^test\/house\/(?!openapi)/;
const DOCUMENTED = /^(src\/(schema|api)\/|openapi\.yaml$)/;

interface Sources {
  files: readonly string[];
  importers: ReadonlyMap<string, readonly string[]>;
}

export function listChanged(since: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
  const changed = git("diff", "--name-only", "--relative", since, "--");
  const added = git("ls-files", "--others", "--exclude-standard");
  return [...new Set(`${changed}\n${added}`.split("\n").filter((line) => line !== ""))].sort();
}

export function readSources(): Sources {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      .filter((file) => !/node_modules|^test\/output\//.test(file)),
  );
  return { files, importers: readImporters(files) };
}

/**
 * Adds tests of the same noun to transitive importers, because most tests call the product over HTTP and import
 * nothing.
 */
export function findTestsOf(changed: readonly string[], sources: Sources): string[] {
  const touched = findImporters(changed, sources);
  const nouns = new Set(changed.map(nounOf).filter((noun) => noun !== null));
  const isSeen = changed.some((file) => file.startsWith("web/"));
  const isDocumented = changed.some((file) => DOCUMENTED.test(file));
  return sources.files.filter((file) => {
    if (!/^test\/.*\.test\.ts$/.test(file)) return false;
    if (touched.has(file) || ALWAYS.test(file)) return true;
    if (file === "test/house/openapi.test.ts") return isDocumented;
    if (file.startsWith("test/browser/") && !isSeen) return false;
    const noun = nounOf(file);
    return noun !== null && nouns.has(noun);
  });
}

const NOUNS = [
  /^(?:src\/api\/\w+|src\/\w+|durable|web\/admin|test\/(?:web\/)?\w+)\/([a-z_]+)\/[^/]+$/,
  /^src\/(?:schema|data)\/([a-z]+)(?:_\w+)?\.ts$/,
  /^test\/browser\/panel_([a-z]+?)s?(?:_\w+)?\.test\.ts$/,
];

function nounOf(file: string): string | null {
  for (const pattern of NOUNS) {
    const noun = pattern.exec(file)?.[1];
    if (noun !== undefined) return noun;
  }
  return null;
}

function readImporters(files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    // Type-only imports are the compiler's job, except in tests, where they name the subject.
    const whole = readFileSync(join(ROOT, file), "utf8");
    const text = file.endsWith(".test.ts") ? whole : whole.replaceAll(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)) {
      const target = posix.join(dirname(file), path);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

function findImporters(changed: readonly string[], { importers }: Sources): Set<string> {
  const found = new Set(changed);
  for (const file of found) {
    if (WIRING.has(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) found.add(importer);
  }
  return found;
}
