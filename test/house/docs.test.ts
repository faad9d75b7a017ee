import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import type { Problem } from "../../src/lib/errors.ts";
import { docsUrlOf, PROJECT_URL } from "../../src/lib/project.ts";
import { CHANNEL_TYPES } from "../../src/notify/registry.ts";
import { BRANDING_COLORS } from "../../src/schema/branding_colors.ts";
import { ALL_KINDS } from "../../src/schema/document_kind.ts";
import { parseDocuments, shapeDocuments } from "../../src/service/config/shape.ts";
import { DOCS } from "../../web/admin/route/docs.ts";
import { findLinkFault, findTableFaults, linksOf, ROOT, readPage, readPages } from "./docs_reader.ts";

const pages = readPages();
const pageNamed = (name: string) => pages.find(({ path }) => path === `docs/${name}`)!;
const blocks = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ ...block, path })));
const blocksOf = (language: string) => blocks.filter((block) => block.language === language);
const isConfiguration = (text: string) => /^kind: /m.test(text);

const pageSources = readdirSync(join(ROOT, "web/status"), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
const markup = pageSources.filter((text) => /class=|className/.test(text)).join("\n");

function readSources(folders: readonly string[]): string {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|json)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describe("the documentation", () => {
  it("has no broken links", () => {
    const links = pages.flatMap((page) => linksOf(page).map((address) => ({ page, address })));
    expect(links.length).toBeGreaterThan(100);
    const faults = links.flatMap(({ page, address }) => {
      const fault = findLinkFault(page, address, pages);
      return fault === null ? [] : [`${page.path}: ${address}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it("has tables whose rows have as many cells as their header", () => {
    expect(pages.filter(({ prose }) => /^\|/m.test(prose)).length).toBeGreaterThan(20);
    expect(pages.flatMap(findTableFaults)).toEqual([]);
  });

  it("links to every page from its index", () => {
    const index = pageNamed("README.md");
    const docs = pages.filter(({ path }) => path.startsWith("docs/") && path !== index.path);
    const reached = new Set(linksOf(index).map((address) => `docs/${address.split("#")[0]}`));
    expect(docs.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it("uses the product's names for buttons, pages and messages", () => {
    // Names in the panels of other services.
    const foreign = new Set(["channels.md", "coming_from.md", "single_sign_on.md", "static_copy.md"]);
    const texts = readSources(["web", "src", "scripts"]);
    const stale = pages
      .filter(({ path }) => path.startsWith("docs/") && !foreign.has(posix.basename(path)))
      .flatMap(({ path, prose }) =>
        [...prose.replaceAll("\n", " ").matchAll(/(?<![*\w])\*([A-Z][^*"|]{2,60})\*(?!\*)/g)].flatMap(
          ([, shown = ""]) => {
            const parts = shown.split(/ → |…|\d+/).map((part) => part.trim());
            return parts.every((part) => texts.includes(part)) ? [] : [`${path}: ${shown}`];
          },
        ),
      );
    expect(stale).toEqual([]);
  });

  it("has up-to-date generated tables", () => {
    const node = join(ROOT, "node_modules/.bin/node");
    const { status, stderr } = spawnSync(node, [join(ROOT, "scripts/docs.ts"), "--check"], {
      encoding: "utf8",
    });
    expect([status, stderr.replace(/^.*ExperimentalWarning.*\n.*\n/m, "")]).toEqual([0, ""]);
  });

  it("has each picture in light and dark, with a small total size", () => {
    const folder = join(ROOT, "docs/pictures");
    const files = readdirSync(folder).toSorted();
    const named = files.map((file) => /^(\w+)-(light|dark)\.png$/.exec(file)?.[1] ?? file);
    expect(files).toEqual([...new Set(named)].flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]));
    const shown = new Set(pages.flatMap(linksOf).map((address) => posix.basename(address)));
    expect(files.filter((file) => !shown.has(file))).toEqual([]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(1.5e6);
  });

  it("keeps a copy of the key that the command for it sets", () => {
    const folder = mkdtempSync(join(tmpdir(), "uptide-key-"));
    writeFileSync(join(folder, "npx"), "#!/bin/sh\ncat > set\n", { mode: 0o755 });
    const { text } = pageNamed("deploy.md").blocks.find((block) => block.text.includes("put SECRET_KEY"))!;
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    spawnSync("sh", ["-c", text], { cwd: folder, env });
    const [kept, set] = ["uptide.key", "set"].map((name) => readFileSync(join(folder, name), "utf8"));
    rmSync(folder, { recursive: true });
    expect([kept, Buffer.from(set ?? "", "base64").length]).toEqual([set, 32]);
  });

  it("keeps the README to one page", () => {
    expect(readFileSync(join(ROOT, "README.md"), "utf8").split("\n").length).toBeLessThan(125);
  });
});

describe("the panel", () => {
  const literals = readdirSync(join(ROOT, "web/admin"), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name.endsWith(".tsx"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .flatMap((text) => [...text.matchAll(/\bdocs="([^"]+)"/g)].map(([, address = ""]) => address));

  it("links from each page and section to existing headings in the documentation", () => {
    const index = pageNamed("README.md");
    expect(literals.length).toBeGreaterThan(3);
    const faults = [...Object.values(DOCS), ...literals].flatMap(
      (address) => findLinkFault(index, address, pages) ?? [],
    );
    expect(faults).toEqual([]);
    expect(docsUrlOf("monitors.md#https")).toBe(`${PROJECT_URL}/blob/main/docs/monitors.md#https`);
  });
});

describe("examples of configuration", () => {
  const examples = blocksOf("yaml").filter(({ text }) => isConfiguration(text));

  it("are valid for an import", () => {
    expect(examples.length).toBeGreaterThan(30);
    const faults = examples.flatMap(({ path, line, text }) => {
      const { documents, problems } = parseDocuments(text, ALL_KINDS);
      shapeDocuments(documents, { kinds: ALL_KINDS, problems });
      return problems.map((problem: Problem) => `${path}:${line}: ${problem.path}: ${problem.message}`);
    });
    expect(faults).toEqual([]);
  });

  it("exist for every type of monitor and channel, under a heading that the panel links to", () => {
    const shown = examples.flatMap(({ path, text }) =>
      parseAllDocuments(text).map((document) => `${path} ${(document.toJS() as { type?: string }).type}`),
    );
    const types = [
      ...CHECK_TYPES.map(({ type }) => ({ file: "monitors.md", type })),
      ...CHANNEL_TYPES.map(({ type }) => ({ file: "channels.md", type })),
    ];
    const missing = types.filter(
      ({ file, type }) =>
        !shown.includes(`docs/${file} ${type}`) ||
        !pageNamed(file).anchors.has(type) ||
        !pageNamed(file).prose.includes(`<!-- made: ${file.replace("s.md", "")} ${type} -->`),
    );
    expect(missing).toEqual([]);
  });

  it("are valid, including those of other programs", () => {
    for (const { text } of blocksOf("yaml").filter(({ text }) => !isConfiguration(text)))
      expect(() => parse(text)).not.toThrow();
    for (const { path, line, text } of blocksOf("json"))
      expect(() => JSON.parse(text), `${path}:${line}`).not.toThrow();
  });
});

describe("the names for custom CSS", () => {
  const page = pageNamed("custom_css.md");
  const named = new Set([...page.prose.matchAll(/`\.(svc-[a-z-]+)`/g)].map(([, name = ""]) => name));
  const used = new Set([...markup.matchAll(/(?<![\w-])svc-[a-z]+(?:-[a-z]+)*/g)].map(([name]) => name));
  const variables = Object.values(BRANDING_COLORS).map(({ variable }) => variable);
  const isVariable = (name: string) => variables.some((variable) => variable === `--${name}`);

  it("list exactly the classes of the page", () => {
    const classes = [...used].filter((name) => !isVariable(name) || named.has(name));
    expect(named.size).toBeGreaterThan(15);
    expect(classes.toSorted()).toEqual([...named].toSorted());
  });

  it("list every variable, and examples use only listed classes and variables", () => {
    const css = page.blocks
      .filter(({ language }) => language === "css")
      .map(({ text }) => text)
      .join("\n");
    const classes = [...css.matchAll(/\.(svc-[a-z-]+)/g)].map(([, name = ""]) => name);
    const names = [...css.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name = ""]) => name);
    expect(classes.filter((name) => !named.has(name))).toEqual([]);
    expect(names.filter((name) => !variables.some((variable) => variable === name))).toEqual([]);
    expect(variables.filter((name) => !page.prose.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the reader of the documentation", () => {
  const page = readPage(
    "docs/domain.md",
    "# The key\n\n## One, two: `three`\n\n[a](#the-key) [b](#none) [c](none.md) ![d](../README.md) `[e](no.md)`\n\n```sh\n[f](no.md)\n```\n",
  );

  it("makes the same anchors as GitHub, and ignores links in code", () => {
    expect([...page.anchors]).toEqual(["the-key", "one-two-three"]);
    expect(linksOf(page)).toEqual(["#the-key", "#none", "none.md", "../README.md"]);
  });

  it("reports broken links", () => {
    const faults = [...linksOf(page), "http://a.example", "https://a.example"].map((address) =>
      findLinkFault(page, address, [page]),
    );
    expect(faults).toEqual([
      null,
      "there is no heading for #none in docs/domain.md",
      "there is no docs/none.md",
      null,
      "write a whole https address",
      null,
    ]);
  });

  it("reports rows of tables with other cells than their header", () => {
    const rows = ["| a | b |", "|---|---|", "| `c\\|d` | e |", "| f |", "| g | h | | i |", "j |"];
    const table = readPage("a.md", `${rows.join("\n")}\n<!-- /made -->\nText | here\n`);
    expect(findTableFaults(table)).toEqual(rows.slice(3).map((row) => `a.md: ${row}`));
  });
});
