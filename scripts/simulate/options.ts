import { type FaultKind, isFaultKind } from "./faults.ts";
import type { RunOptions } from "./run_seed.ts";
import { SAFEGUARDS, type Safeguard } from "./safeguards.ts";

type Given = Partial<
  Record<"seed" | "monitors" | "days" | "interval" | "faults" | "most" | "without", string>
> & {
  seeds: string;
};

const SEEDS = /^(\d+)(?:\.\.(\d+))?$/;
const MOST_SEEDS = 1_000_000;
const NUMBERS = { monitors: "monitors", days: "days", interval: "intervalSecs", most: "mostFaults" } as const;

type Parsed = RunOptions & { seeds: number[]; without: Safeguard | null };

export function parseOptions(given: Given): Parsed | { problem: string } {
  const seeds = (given.seed ?? given.seeds).split(",").map(parseRange);
  if (seeds.includes(null))
    return { problem: `Enter seeds or ranges such as 1..20, not "${given.seed ?? given.seeds}".` };
  const options: RunOptions = {};
  for (const [name, option] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, keyof RunOptions][]) {
    const text = given[name];
    if (text === undefined) continue;
    const value = Number(text);
    if (!(value >= 0) || text === "") return { problem: `--${name} needs a number, not "${text}".` };
    Object.assign(options, { [option]: value });
  }
  const kinds = given.faults === "none" ? [] : given.faults?.split(",");
  const unknown = kinds?.find((kind) => !isFaultKind(kind));
  if (unknown !== undefined)
    return { problem: `"${unknown}" isn't a kind of fault. See scripts/simulate/faults.ts.` };
  if (kinds) options.faults = kinds as FaultKind[];
  const without = SAFEGUARDS.find(({ name }) => name === given.without) ?? null;
  if (given.without !== undefined && !without)
    return { problem: `Enter one of ${SAFEGUARDS.map(({ name }) => name).join()}, not "${given.without}".` };
  return { ...options, without, seeds: seeds.flatMap((range) => range ?? []) };
}

function parseRange(text: string): number[] | null {
  const [, from, to = from] = SEEDS.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || last < first || last - first > MOST_SEEDS) return null;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
