import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const LINK = /["'`](\/admin(?:\/[\w/-]*(?:\$\{[^}]*\}[\w/-]*)*)?)/g;
const OTHERS = ["/admin/login", "/admin/setup", "/admin/forgot", "/admin/password", "/admin/push-worker"];

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const pages = Array.from(
  read("web/admin/route/pages.ts").matchAll(/path: "(\/admin[^"]*)"/g),
  ([, path = ""]) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
);

const links = globSync("web/admin/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !file.includes("/route/"))
  .flatMap((file) =>
    Array.from(read(file).matchAll(LINK), ([, path = ""]) => {
      return { file, path: path.replaceAll(/\$\{[^}]*\}/g, "1") };
    }),
  );

describe("the panel's links", () => {
  it("lead to pages that exist", () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(links.length).toBeGreaterThan(100);
    // Some paths end where the code appends an id.
    const leads = (path: string) => pages.some((page) => page.test(path) || page.test(`${path}1`));
    const dead = links.filter(({ path }) => !OTHERS.includes(path) && !leads(path));
    expect(dead.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
  });
});
