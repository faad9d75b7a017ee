import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

interface CodeBlock {
  language: string;
  text: string;
  line: number;
}

export interface Page {
  path: string;
  prose: string;
  blocks: readonly CodeBlock[];
  anchors: ReadonlySet<string>;
}

export function readPages(): Page[] {
  const docs = ["docs", "docs/developers"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  return ["README.md", "ARCHITECTURE.md", ...docs].map((path) =>
    readPage(path, readFileSync(join(ROOT, path), "utf8")),
  );
}

export function readPage(path: string, text: string): Page {
  const prose: string[] = [];
  const blocks: CodeBlock[] = [];
  let block: CodeBlock | null = null;
  for (const [i, line] of text.split("\n").entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence && !block) block = { language: fence[1] ?? "", text: "", line: i + 1 };
    else if (fence && block) {
      blocks.push(block);
      block = null;
    } else if (block) block.text += `${line}\n`;
    else prose.push(line);
  }
  if (block) throw new Error(`${path}:${block.line}: the block of code has no end.`);
  const headings = prose.flatMap((line) => /^#{1,6} (.+)$/.exec(line)?.[1] ?? []);
  return { path, prose: prose.join("\n"), blocks, anchors: new Set(headings.map(anchorOf)) };
}

function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}

export function linksOf({ prose }: Page): string[] {
  const text = prose.replace(/`[^`\n]*`/g, "");
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = ""]) => address);
  const tagged = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, address = ""]) => address);
  return [...written, ...tagged];
}

export function findLinkFault(page: Page, address: string, pages: readonly Page[]): string | null {
  if (/^[a-z]+:/i.test(address)) {
    const url = URL.parse(address);
    return url?.protocol === "https:" && url.hostname.includes(".") ? null : "write a whole https address";
  }
  const [path = "", anchor] = address.split("#");
  const target = path === "" ? page.path : posix.join(posix.dirname(page.path), path);
  if (!existsSync(join(ROOT, target))) return `there is no ${target}`;
  if (anchor === undefined) return null;
  const known = pages.find((one) => one.path === target);
  return known?.anchors.has(anchor) ? null : `there is no heading for #${anchor} in ${target}`;
}

/** A table ends at an empty line: what follows a row without one becomes a row too. */
export function findTableFaults({ path, prose }: Page): string[] {
  let columns = 0;
  return prose.split("\n").flatMap((line) => {
    const isRow = line.startsWith("|") || (columns > 0 && line !== "" && !line.startsWith("<!--"));
    if (!isRow) {
      columns = 0;
      return [];
    }
    const cells = line.split(/(?<!\\)\|/).length - 2;
    columns ||= cells;
    return /^\|.*\|$/.test(line) && cells === columns ? [] : [`${path}: ${line}`];
  });
}
