import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Page, ROOT, readPages } from "./docs_reader.ts";

const pages = readPages();
const architecture = pages.find(({ path }) => path === "ARCHITECTURE.md")!;
const forDevelopers = pages.filter(({ path }) => path.startsWith("docs/developers/"));

const sources = ["src", "durable", "web", "scripts", "test"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }).map(
    (entry) => `/${join(entry.parentPath, entry.name).slice(ROOT.length + 1)}`,
  ),
);

function listNamed(text: string): string[] {
  const named = [...text.matchAll(/`([\w/.-]+)`/g)].map(([, name = ""]) => name);
  const isFile = (name: string) => /\.(tsx?|mjs)$/.test(name);
  const isFolder = (name: string) => /^(src|durable|web|scripts|test)\//.test(name);
  return [...new Set(named.filter((name) => isFile(name) || isFolder(name)))];
}

function stepsOf({ prose }: Page): Map<string, string> {
  const sections = prose.split(/^## /m).map((section) => {
    const [heading = "", ...rest] = section.split("\n");
    const steps = rest.join("\n").match(/^\d\. [\s\S]*?(?=\n\n|$(?![\s\S]))/m)?.[0] ?? "";
    return [heading, steps] as const;
  });
  return new Map(sections.filter(([, steps]) => steps !== ""));
}

describe("ARCHITECTURE.md", () => {
  it("is short enough to read in five minutes", () => {
    const words = architecture.prose
      .split("\n")
      .filter((line) => !line.startsWith("|"))
      .join(" ")
      .split(/\s+/);
    expect(architecture.prose.split("\n").length).toBeLessThanOrEqual(130);
    expect(words.length).toBeLessThanOrEqual(1100);
  });

  it("shows each path through at most five files, from the root", () => {
    const ways = stepsOf(architecture);
    expect([...ways.keys()]).toEqual([
      ...["The way of a check", "The way of an alert", "The way of a page view", "The way of an import"],
    ]);
    for (const [way, steps] of ways) {
      const files = listNamed(steps).filter((name) => /\.\w+$/.test(name));
      expect(files.length, way).toBeGreaterThan(3);
      expect(files.length, way).toBeLessThanOrEqual(5);
    }
  });

  it("names only existing files, from the root", () => {
    expect(listNamed(architecture.prose).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  it("has pages for developers that name only existing files", () => {
    expect(forDevelopers.length).toBeGreaterThan(2);
    const named = forDevelopers.flatMap(({ path, prose }) =>
      listNamed(prose).map((name) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(50);
    const isThere = (name: string) =>
      existsSync(join(ROOT, name)) || sources.some((source) => source.endsWith(`/${name}`));
    const missing = named.filter(({ name }) => !isThere(name));
    expect(missing).toEqual([]);
  });
});
