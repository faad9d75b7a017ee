import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../system/start/product.ts";
import { judge } from "./goals.ts";
import { round } from "./run.ts";

type Figures = Record<string, unknown>;

export interface BenchRun {
  commit: string;
  /** Figures from a busy machine mean little. */
  load: number;
  cores: number;
  rooms: Record<string, Figures>;
}

const FILE = join(ROOT, "test/bench/results.json");
const MOST_RUNS = 30;

export function readRuns(): BenchRun[] {
  return (JSON.parse(readFileSync(FILE, "utf8")) as { runs: BenchRun[] }).runs;
}

/** Keeps the commit's earlier figures that weren't measured again. */
export function saveRun(run: BenchRun, runs: readonly BenchRun[]): void {
  const before = runs.find(({ commit }) => commit === run.commit);
  const others = runs.filter((other) => other !== before);
  const whole = { ...run, rooms: { ...before?.rooms, ...run.rooms } };
  writeFileSync(FILE, `${JSON.stringify({ runs: [...others, whole].slice(-MOST_RUNS) }, null, 2)}\n`);
}

export function compare(
  figures: Figures,
  { name, own, runs }: { name: string; own: BenchRun; runs: readonly BenchRun[] },
): Record<string, Figures> {
  const before = runs.findLast(({ commit, rooms }) => commit !== own.commit && rooms[name] !== undefined);
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => {
      const was = before?.rooms[name]?.[figure];
      const hasRatio = typeof value === "number" && typeof was === "number" && was !== 0;
      return [
        figure,
        {
          now: show(value),
          ...judge(figures, { name, figure }),
          ...(before && { [`${before.commit}, load ${before.load}`]: show(was) }),
          ...(hasRatio && { ratio: round(value / was, 2) }),
        },
      ];
    }),
  );
}

function show(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

export function commitNow(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    const isChanged = git("status", "--porcelain", "--", ":!test/bench/results.json") !== "";
    return git("rev-parse", "--short", "HEAD") + (isChanged ? "+" : "");
  } catch {
    return "no repository";
  }
}
