import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { PERMISSIONS } from "../../src/schema/permission.ts";
import { type Page, readPages } from "../house/docs_reader.ts";
import { startBetterStack } from "./better_stack.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct } from "./start/product.ts";
import { startStatuspage } from "./statuspage.ts";
import { startUptimeRobot } from "./uptime_robot.ts";

const NOT_HERE: readonly [RegExp, string][] = [
  [/^(\w+=\S+ )*npm (ci|start|test|run (build|deploy|dev))\b/, "has its own system tests, or runs this one"],
  [/^npx wrangler (login|secret|d1|tail)|\| npx wrangler secret/, "needs a Cloudflare account"],
  [/^npx uptide agent /, "runs until it is stopped, and has its own system tests"],
  [/^git pull$/, "needs the origin of the clone"],
  [/^aws /, "needs an AWS account"],
  [/^(docker|sudo) /, "needs a separate machine"],
  [/^git remote /, "needs a clone: test/house/shipped.test.ts runs it in one"],
];
/** Exits with 2 when it finds changes. */
const MAY_END_WITH_2 = /^npx uptide diff /;
const ADDRESS = "https://status.example.com";

const FILES = {
  "backup.json": JSON.stringify({
    version: "1.23.13",
    notificationList: [],
    monitorList: [{ id: 1, name: "Blog", type: "http", url: "https://blog.example.com", interval: 60 }],
  }),
  "config.yaml":
    'endpoints:\n  - name: shop\n    url: https://shop.example.com\n    conditions: ["[STATUS] == 200"]\n',
};

interface Ran {
  status: number;
  out: string;
  told: string;
}

/** The first page's ids must match, so the order matters. */
const pages = readPages().toSorted((a, b) => rankOf(a) - rankOf(b));
const shellPages = pages.filter((page) => commandsOf(page).some(runsHere));

function runsHere(command: string): boolean {
  return !NOT_HERE.some(([pattern]) => pattern.test(command));
}

function rankOf({ path }: Page): number {
  return path === "docs/api.md" ? 0 : 1;
}

function commandsOf({ blocks }: Page): string[] {
  return blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => {
      const commands: string[] = [];
      let open = "";
      for (const line of text.split("\n")) {
        open += open === "" ? line : `\n${line}`;
        const isOpen = open.endsWith("\\") || (open.match(/'/g)?.length ?? 0) % 2 === 1;
        if (isOpen) continue;
        if (open.trim() !== "") commands.push(open);
        open = "";
      }
      if (open !== "") throw new Error(`This command has no end: ${open}`);
      return commands;
    });
}

describe("the documentation's shell commands", () => {
  let product: Product;
  let panel: PanelClient;
  let folder: string;
  let environment: Record<string, string>;
  let betterStack: Awaited<ReturnType<typeof startBetterStack>>;
  let statuspage: Awaited<ReturnType<typeof startStatuspage>>;
  let robot: Awaited<ReturnType<typeof startUptimeRobot>>;

  beforeAll(async () => {
    [product, betterStack, robot, statuspage] = await Promise.all([
      startProduct({ variables: { LOG_LEVEL: "error" } }),
      startBetterStack(),
      startUptimeRobot(),
      startStatuspage(),
    ]);
    panel = await PanelClient.open(product.address);
    const body = { name: "documentation", permissions: PERMISSIONS };
    const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body);
    const { id } = await panel.post<{ id: number }>("/api/v1/admin/vaults", {
      name: "Production",
      kind: "local",
    });
    await panel.post(`/api/v1/admin/vaults/${id}/secrets`, {
      name: "hook token",
      type: "value",
      values: { value: "hidden" },
    });
    environment = {
      UPTIDE_TOKEN: token,
      UPTIDE_EMAIL: PanelClient.admin.email,
      UPTIDE_PASSWORD: PanelClient.admin.password,
      UPTIDE_IMPORT_KEY: betterStack.key,
      UPTIDE_IMPORT_URL: betterStack.address,
    };
    folder = mkdtempSync(join(tmpdir(), "uptide-docs-"));
    // Makes the command available by name, as in a clone.
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync(join(ROOT, "scripts/cli/main.mjs"), join(folder, "node_modules/.bin/uptide"));
    symlinkSync(ROOT, join(folder, ".uptide"));
  });

  afterAll(async () => {
    betterStack?.stop();
    robot?.stop();
    statuspage?.stop();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeFiles({ blocks }: Page): void {
    for (const { text } of blocks) {
      const name = /^# ([\w./-]+\.ya?ml)\n/.exec(text)?.[1];
      if (name === undefined) continue;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), here(text));
    }
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  }

  async function variablesOf({ blocks }: Page): Promise<Record<string, string>> {
    if (!blocks.some(({ text }) => /\$(?:HEARTBEAT_URL|PING_URL|MANUAL_ID)/.test(text))) return {};
    const add = (type: string) => panel.post<Monitor>("/api/v1/admin/monitors", { name: "Nightly", type });
    const { heartbeatUrl = "", pingUrl = "" } = await add("webhook");
    const { id } = await add("manual");
    return { HEARTBEAT_URL: heartbeatUrl, PING_URL: pingUrl, MANUAL_ID: String(id) };
  }

  const here = (text: string) => text.replaceAll(ADDRESS, product.address);

  /** All commands of a page share a shell, as in a reader's terminal. */
  function run(commands: readonly string[], variables: Record<string, string> = {}) {
    const script = commands.map((command) => {
      const mayEndWith2 = MAY_END_WITH_2.test(command) ? " || [ $? -eq 2 ]" : "";
      const there = { uptimerobot: robot, statuspage }[
        /\bimport (uptimerobot|statuspage)\b/.exec(command)?.[1] ?? ""
      ];
      const service = there
        ? `export UPTIDE_IMPORT_KEY=${there.key} UPTIDE_IMPORT_URL=${there.address}\n`
        : "";
      const told = service + here(command).replaceAll("curl -fsS", "curl --fail-with-body -sS");
      const filled = told
        .replaceAll("upt_…", environment["UPTIDE_TOKEN"] ?? "")
        .replace(/\b(UPTIDE_\w+)=…/g, (whole, name: string) =>
          environment[name] === undefined ? whole : `${name}='${environment[name]}'`,
        );
      return `${filled}${mayEndWith2}`;
    });
    return new Promise<Ran>((resolve) => {
      const child = execFile(
        "bash",
        ["--norc", "-euxo", "pipefail", "-c", script.join("\n")],
        { cwd: folder, env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...environment, ...variables } },
        (_, out, err) => {
          const status = child.exitCode ?? -1;
          resolve({ status, out, told: status === 0 ? "" : `${out.slice(-600)}\n${err.slice(-900)}` });
        },
      );
      child.stdin?.end();
    });
  }

  it.each(shellPages.map((page) => [page.path, page] as const))("in %s work", async (_, page) => {
    writeFiles(page);
    const { status, told } = await run(commandsOf(page).filter(runsHere), await variablesOf(page));
    expect([status, told]).toEqual([0, ""]);
  });

  it("are excluded only by patterns that still match some", () => {
    const commands = pages.flatMap(commandsOf);
    expect(commands.filter(runsHere).length).toBeGreaterThan(30);
    expect(NOT_HERE.filter(([pattern]) => !commands.some((command) => pattern.test(command)))).toEqual([]);
  });
});
