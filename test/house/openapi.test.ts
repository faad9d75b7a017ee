import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "test/openapi_client");
const document = readFileSync(join(ROOT, "openapi.yaml"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "uptide-client-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Another path has a word where this one has the id. Ids are numbers, so no address matches both. */
const UNAMBIGUOUS = new Set(["#/paths/~1api~1v1~1admin~1actions~1{id}~1run"]);

describe("openapi.yaml", () => {
  it("matches the routes", () => {
    const printed = execFileSync(
      join(ROOT, "node_modules/.bin/node"),
      [join(ROOT, "scripts/openapi.ts"), "--print"],
      {
        encoding: "utf8",
        maxBuffer: 1e8,
      },
    );
    expect(printed === document, "run `npm run openapi` and commit openapi.yaml").toBe(true);
  });

  it("passes Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source: document, config });
    const problems = found.filter(({ location }) => !UNAMBIGUOUS.has(location[0]?.pointer ?? ""));
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it("generates a client that compiles and has typed responses", () => {
    const bin = (name: string) => join(CLIENT, "node_modules/.bin", name);
    execFileSync(bin("openapi-typescript"), [join(ROOT, "openapi.yaml"), "-o", join(folder, "schema.ts")], {
      stdio: "pipe",
    });
    writeFileSync(
      join(folder, "use.ts"),
      `import type { paths } from "./schema";
       type Users = paths["/api/v1/admin/users"]["get"]["responses"]["200"]["content"]["application/json"];
       export const roles = (users: Users): ("admin" | "operator" | "branding" | "viewer")[] => users.map((user) => user.role);
       // @ts-expect-error a user has no such field
       export const wrong = (users: Users) => users.map((user) => user.nothing);`,
    );
    const arguments_ = [
      "--strict",
      "--noEmit",
      "--target",
      "es2022",
      "--moduleResolution",
      "bundler",
      "--module",
      "es2022",
    ];
    const { stdout, status } = spawnSync(
      bin("tsc"),
      [...arguments_, "--typeRoots", folder, join(folder, "use.ts")],
      {
        encoding: "utf8",
      },
    );
    expect([status, stdout]).toEqual([0, ""]);
  });
});
