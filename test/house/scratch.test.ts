import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../../scripts/build.ts";
import { makeScratch } from "../../scripts/scratch.ts";

function makeMemory(): string {
  const memory = mkdtempSync(join(tmpdir(), "memory-"));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  return memory;
}

it("the scratch folder is deleted after a run, and one left by a killed run is deleted by the next", () => {
  const memory = makeMemory();
  const mine = join(memory, `uptide-tests-${process.pid}-mine`);
  for (const folder of [
    mine,
    join(memory, "uptide-tests-999999999-killed"),
    join(memory, "of somebody else"),
  ])
    mkdirSync(folder);
  const script = `
    const { makeScratch } = await import(${JSON.stringify(pathToFileURL(join(ROOT, "scripts/scratch.ts")).href)});
    const { mkdirSync, readdirSync, statSync } = await import("node:fs");
    const scratch = makeScratch({ memory: ${JSON.stringify(memory)}, roomBytes: 1 });
    mkdirSync(scratch + "/state");
    console.log(readdirSync(${JSON.stringify(memory)}).length, (statSync(scratch).mode & 0o777).toString(8));
    process.exit();
  `;
  const out = execFileSync("node", ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(out.trim()).toBe("3 755");
  expect(readdirSync(memory).sort()).toEqual(["of somebody else", `uptide-tests-${process.pid}-mine`]);
});

it("tests write to the disk when memory has no room or doesn't exist", () => {
  const memory = makeMemory();
  expect(makeScratch({ memory, roomBytes: Number.MAX_SAFE_INTEGER })).toBeNull();
  expect(makeScratch({ memory: join(memory, "nowhere") })).toBeNull();
  expect(readdirSync(memory)).toEqual([]);
  expect(existsSync(join(memory, "nowhere"))).toBe(false);
});
