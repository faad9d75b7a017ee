import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { planClockJump } from "./clock_jump.ts";
import { type Code, loadCode } from "./code.ts";
import { compare } from "./compare.ts";
import { compareAnew } from "./compare_anew.ts";
import { compareEdited } from "./compare_edited.ts";
import { CopyWorld } from "./copy_world.ts";
import { planEdits } from "./edits.ts";
import { drawFaultKinds, type FaultKind, type FaultPlan } from "./faults.ts";
import { makeHost } from "./host.ts";
import { Random } from "./random.ts";
import { planRestore } from "./restore.ts";
import { drawScenario, type Size } from "./scenario.ts";
import { drawCopyScenario } from "./scenario_copy.ts";
import { World } from "./world.ts";

const current = await loadCode(resolve(import.meta.dirname, "../.."));

interface WorldKind {
  name: string;
  share: number;
  plan: (world: World, random: Random) => void;
  compare: (world: World) => Promise<string[]>;
}

const KINDS: readonly WorldKind[] = [
  { name: "restored", share: 0.25, plan: planRestore, compare: compareAnew },
  { name: "jumped", share: 0.15, plan: planClockJump, compare: compareAnew },
  { name: "edited", share: 0.25, plan: planEdits, compare: compareEdited },
];
const LARGEST = { monitors: 50, days: 1 };

export interface RunOptions extends Partial<Size> {
  faults?: readonly FaultKind[] | null;
  mostFaults?: number;
  onTrace?: ((line: string) => void) | null;
  /** Another checkout's code, which runs until the first deploy. */
  old?: Code | null;
}

interface Report {
  found: string[];
  faults: number;
  checks: number;
  digest: string;
}

export interface SeedReport {
  seed: number;
  size: Size;
  found: string[];
  kinds: readonly FaultKind[];
  faults: number;
  checks: number;
  deliveries: number;
  turns: number;
  digest: string;
}

export async function runSeed(seed: number, options: RunOptions = {}): Promise<SeedReport> {
  const random = new Random(String(seed));
  const { faults = null, mostFaults = Infinity, onTrace = null, old = null } = options;
  const size: Size = { ...drawSize(random.fork("size")), ...definedOf(options) };
  const scenario = drawScenario(random.fork("scenario"), size);
  const kinds = faults ?? drawFaultKinds(random.fork("kinds"));
  const plan = { kinds, most: mostFaults };
  const host = makeHost(random, { startedAt: scenario.startedAt, plan, onTrace });
  const world = new World(host, scenario, { current, old });
  const found: string[] = [];
  try {
    await world.run();
    found.push(...(await compare(world)));
  } catch (error) {
    found.push(`it ended early: ${error instanceof Error ? error.stack : String(error)}`);
  }
  const deliveries = world.receivers.receipts.length;
  const digest = digestOf(world);
  world.close();
  const copy = await runCopy(random.fork("copy"), { plan, onTrace });
  const given = { plan, onTrace, size: limitSize(size), old };
  const others: Report[] = [];
  for (const kind of KINDS) others.push(await runOther(random.fork(kind.name), kind, given));
  found.push(...copy.found, ...others.flatMap((one) => one.found));
  const sum = (count: (report: Report) => number) => others.reduce((all, one) => all + count(one), 0);
  return {
    digest: hashOf(`${digest} ${copy.digest} ${others.map((one) => one.digest).join(" ")}`),
    seed,
    size,
    found,
    kinds,
    faults: host.faults.total + copy.faults + sum((one) => one.faults),
    checks: world.targets.checks + sum((one) => one.checks),
    deliveries,
    turns: host.time.turns,
  };
}

/** Has its own draws and time, so the rest of the seed stays the same. */
async function runCopy(
  random: Random,
  { plan, onTrace }: { plan: FaultPlan; onTrace: RunOptions["onTrace"] },
): Promise<{ found: string[]; faults: number; digest: string }> {
  const scenario = drawCopyScenario(random.fork("scenario"));
  const { startedAt } = scenario;
  const host = makeHost(random, { startedAt, plan, onTrace: onTrace ?? null });
  const world = new CopyWorld(host, scenario);
  const found = await world
    .run()
    .catch((error: unknown) => [`the copy ended early: ${error instanceof Error ? error.stack : error}`]);
  world.close();
  const { total } = host.faults;
  return { found, faults: total, digest: [host.time.turns, total, world.s3.requests].join() };
}

async function runOther(
  random: Random,
  { name, share, plan: planMore, compare: compareOther }: WorldKind,
  { plan, onTrace, size, old }: { plan: FaultPlan; size: Size } & Pick<RunOptions, "onTrace" | "old">,
): Promise<Report> {
  if (!random.chance(share)) return { found: [], faults: 0, checks: 0, digest: "" };
  const scenario = drawScenario(random.fork("scenario"), size);
  const host = makeHost(random, { startedAt: scenario.startedAt, plan, onTrace: onTrace ?? null });
  const world = new World(host, scenario, { current, old: old ?? null });
  const found = await world
    .run(() => planMore(world, random.fork("restore")))
    .then(async () => await compareOther(world))
    .catch((error: unknown) => [`it ended early: ${error instanceof Error ? error.stack : error}`]);
  const [digest, { checks }] = [digestOf(world), world.targets];
  world.close();
  return { found: found.map((one) => `${name}: ${one}`), faults: host.faults.total, checks, digest };
}

function digestOf({ receivers, database, host, targets }: World): string {
  const received = receivers.receipts.map(({ at, id }) => `${at} ${id}`);
  const rows = database.read("SELECT * FROM deliveries ORDER BY id").map((row) => JSON.stringify(row));
  const text = [host.time.turns, targets.checks, host.faults.total, ...received, ...rows].join();
  return hashOf(text);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function drawSize(random: Random): Size {
  return { monitors: random.whole(1, 6), days: random.pick([0.06, 0.09, 0.12]) };
}

function limitSize({ monitors, days, ...rest }: Size): Size {
  return {
    ...rest,
    monitors: Math.min(monitors, LARGEST.monitors),
    days: Math.min(days, LARGEST.days),
  };
}

function definedOf({ monitors, days, intervalSecs }: Partial<Size>): Partial<Size> {
  return {
    ...(monitors !== undefined && { monitors }),
    ...(days !== undefined && { days }),
    ...(intervalSecs !== undefined && { intervalSecs }),
  };
}
