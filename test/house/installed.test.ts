import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../../scripts/build.ts";

type Packages = Record<string, { version?: string; optional?: boolean }>;

const { isInstalled } = (await import(pathToFileURL(join(ROOT, "scripts/installed.mjs")).href)) as {
  isInstalled: (root: string) => boolean;
};
const WANTED: Packages = {
  "": { version: "1.0.0" },
  "node_modules/one": { version: "1.2.3" },
  "node_modules/one-for-windows": { version: "1.2.3", optional: true },
};
const ONE = { "node_modules/one": { version: "1.2.3" } };

function makeFolder(installed?: Packages): string {
  const root = mkdtempSync(join(tmpdir(), "installed-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "node_modules/one"), { recursive: true });
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: WANTED }));
  if (installed)
    writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  return root;
}

it("a complete installation is not repeated", () => {
  expect(isInstalled(ROOT)).toBe(true);
  expect(isInstalled(makeFolder(ONE))).toBe(true);
});

it.each<[string, Packages | undefined]>([
  ["was interrupted", undefined],
  ["lacks a package", {}],
  ["has another version", { "node_modules/one": { version: "1.2.2" } }],
  ["has another version for this machine", { ...ONE, "node_modules/one-for-windows": { version: "1.2.2" } }],
])("an installation that %s is repeated", (_what, installed) => {
  expect(isInstalled(makeFolder(installed))).toBe(false);
});
