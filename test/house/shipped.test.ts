import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { HELP } from "../../scripts/deploy/options.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { scripts, cloudflare, engines } = JSON.parse(read("package.json"));

interface Shipped {
  vars: Record<string, string>;
  d1_databases: { binding: string }[];
  r2_buckets: { binding: string }[];
  queues: { producers: { binding: string }[] };
}

interface Workflow {
  jobs: Record<string, { steps: { run?: string; uses?: string; env?: Record<string, string> }[] }>;
}

describe("the deploy button's settings", () => {
  const shipped = parseToml(read("wrangler.toml")) as unknown as Shipped;

  it("describe each binding and variable that users can set, and nothing else", () => {
    const resources = [...shipped.d1_databases, ...shipped.r2_buckets, ...shipped.queues.producers];
    const names = ["SECRET_KEY", ...Object.keys(shipped.vars), ...resources.map(({ binding }) => binding)];
    expect(Object.keys(cloudflare.bindings).sort()).toEqual(names.sort());
    for (const { description } of Object.values<{ description: string }>(cloudflare.bindings))
      expect(description).toMatch(/^.{12,}\.$/);
  });

  it("ask only for the key as a secret, without a shared default", () => {
    const lines = read(".dev.vars.example")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines).toEqual(["SECRET_KEY="]);
    expect(scripts.deploy).toBe("node scripts/run.mjs deploy");
  });
});

describe("the deploy button's address", () => {
  const line = /^git remote get-url origin \|.*$/m.exec(read("docs/deploy.md"))?.[0] ?? "";

  it.each([
    ["git@github.com:someone/uptide.git", "https://github.com/someone/uptide"],
    ["https://github.com/someone/uptide.git", "https://github.com/someone/uptide"],
    ["https://gitlab.com/group/uptide", "https://gitlab.com/group/uptide"],
  ])("is made from %s by the documented command", (remote, address) => {
    const folder = mkdtempSync(join(tmpdir(), "uptide-clone-"));
    execFileSync("git", ["init", "-q", folder]);
    execFileSync("git", ["-C", folder, "remote", "add", "origin", remote]);
    const made = execFileSync("sh", ["-c", line], { cwd: folder, encoding: "utf8" }).trim();
    rmSync(folder, { recursive: true, force: true });
    expect(made).toBe(`https://deploy.workers.cloudflare.com/?url=${address}`);
  });
});

describe("the workflows", () => {
  const steps = readdirSync(join(ROOT, ".github/workflows")).flatMap((file) => {
    const { jobs } = parse(read(`.github/workflows/${file}`)) as Workflow;
    return Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ file, ...step })));
  });
  const lines = steps.flatMap(({ run }) => run ?? []);

  it("run existing scripts, with existing options", () => {
    expect(lines).toEqual(expect.arrayContaining([".ci/run", expect.stringContaining("npm run deploy")]));
    for (const line of lines) {
      const [command = ""] = line.split(" ");
      expect(command === "npm" || existsSync(join(ROOT, command)), line).toBe(true);
      const [, script] = /npm run (\S+)/.exec(line) ?? [];
      if (script) expect(Object.keys(scripts)).toContain(script);
      for (const [, option] of line.matchAll(/(--[a-z]+)/g)) expect(HELP).toContain(`${option} `);
    }
  });

  it("set every variable used in a command", () => {
    for (const { run = "", env = {}, file } of steps) {
      for (const [, name = ""] of run.matchAll(/\$\{?([A-Z_]+)/g))
        expect(Object.keys(env), file).toContain(name);
    }
  });
});

describe("the container", () => {
  const dockerfile = read("Dockerfile");

  it("has a supported version of Node, and doesn't run as root", () => {
    const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version));
    expect(versions.length).toBeGreaterThan(0);
    const least = Number(/\d+/.exec(engines.node)?.[0]);
    for (const version of versions) expect(version).toBeGreaterThanOrEqual(Math.max(least, 24));
    expect(dockerfile.indexOf("USER node")).toBeLessThan(
      dockerfile.indexOf('CMD ["node", "scripts/run.mjs"'),
    );
    expect(dockerfile).toMatch(/STATE_DIR=\/state[\s\S]+VOLUME \/state[\s\S]+HEALTHCHECK/);
  });

  it("includes everything needed to build and start, and no secrets", () => {
    const ignored = read(".dockerignore").split("\n").filter(Boolean);
    const needed = ["src", "durable", "web", "migrations", "scripts", "openapi.yaml", "wrangler.toml"];
    expect(needed.filter((path) => ignored.includes(path) || !existsSync(join(ROOT, path)))).toEqual([]);
    expect(ignored).toEqual(expect.arrayContaining([".dev.vars*", ".state", ".wrangler"]));
  });
});
