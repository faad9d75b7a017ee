import { type RunOptions, runSeed, type SeedReport } from "./run_seed.ts";

export async function shrink(
  first: SeedReport,
  { onStep }: { onStep: (line: string) => void },
): Promise<RunOptions> {
  const { seed } = first;
  let best: RunOptions = { ...first.size, faults: first.kinds, mostFaults: first.faults };
  const attempt = async (change: RunOptions): Promise<boolean> => {
    const wanted = { ...best, ...change };
    const { found, faults } = await runSeed(seed, wanted);
    if (found.length === 0) return false;
    best = { ...wanted, mostFaults: Math.min(wanted.mostFaults ?? faults, faults) };
    onStep(`${formatOptions(seed, best)}: ${found[0]}`);
    return true;
  };
  for (let hasShrunk = true; hasShrunk; ) {
    hasShrunk = await dropKinds(best, attempt);
    for (const most of stepsBelow(best.mostFaults ?? 0))
      if (await attempt({ mostFaults: most })) hasShrunk = true;
    for (const monitors of stepsBelow(best.monitors ?? 1))
      if (monitors > 0 && (await attempt({ monitors }))) hasShrunk = true;
    if (await attempt({ days: (best.days ?? 1) / 2 })) hasShrunk = true;
  }
  return best;
}

async function dropKinds(
  { faults = [] }: RunOptions,
  attempt: (change: RunOptions) => Promise<boolean>,
): Promise<boolean> {
  let kept = faults ?? [];
  for (const kind of kept) {
    const fewer = kept.filter((one) => one !== kind);
    if (await attempt({ faults: fewer })) kept = fewer;
  }
  return kept.length < (faults ?? []).length;
}

function stepsBelow(count: number): number[] {
  const steps = [0.5, 0.75, 0.9].map((share) => Math.floor(count * share));
  return [...new Set([...steps, count - 1])].filter((step) => step >= 0 && step < count);
}

export function formatOptions(
  seed: number,
  { monitors, days, intervalSecs, faults, mostFaults }: RunOptions,
): string {
  const parts = [
    `--seed ${seed}`,
    monitors !== undefined && `--monitors ${monitors}`,
    days !== undefined && `--days ${days}`,
    intervalSecs !== undefined && `--interval ${intervalSecs}`,
    faults && `--faults ${faults.length > 0 ? faults.join() : "none"}`,
    Number.isFinite(mostFaults) && `--most ${mostFaults}`,
  ];
  return parts.filter(Boolean).join(" ");
}
