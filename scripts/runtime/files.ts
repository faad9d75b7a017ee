import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface FileIndex {
  paths: string[];
  rules: { prefix: string; headers: [string, string][] }[];
}

const RULES = "_headers";

export function readFiles(directory: string): FileIndex {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== RULES && !entry.name.startsWith("."))
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`);
  return { paths, rules: parseRules(readFileSync(join(directory, RULES), "utf8")) };
}

function parseRules(text: string): FileIndex["rules"] {
  const rules: FileIndex["rules"] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    if (!/^\s/.test(line)) rules.push({ prefix: line.trim().replace(/\*$/, ""), headers: [] });
    else {
      const [, name = "", value = ""] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
      rules.at(-1)?.headers.push([name, value]);
    }
  }
  return rules;
}
