import { HOME } from "../../src/schema/place.ts";
import type { FaultKind } from "./faults.ts";
import { decideTogether, type Vote } from "./model_regions.ts";
import { idOf } from "./recorded.ts";
import type { Status } from "./scenario.ts";
import type { Place, Regions } from "./scenario_regions.ts";
import type { World } from "./world.ts";

/** A region has 10 s to respond, and the caller waits 2.5 s longer. */
const LATEST_RESPONSE_MS = 14_000;
/** A retry follows at once, the next check after at least 10 s. */
const RETRY_MS = 5000;
const LOSE_VOTES: readonly FaultKind[] = [
  ...(["call_fails", "call_fails_after", "prober_fails"] as const),
  ...(["object_stops", "object_lingers", "storage_slow", "deploy"] as const),
];

interface Probed {
  at: number;
  place: Place;
  status: Vote;
}

export function compareRegions(world: World): string[] {
  const { counts } = world.host.faults;
  const isSure = !LOSE_VOTES.some((kind) => counts.has(kind));
  return [...world.scenario.regions].flatMap(([key, regions]) => {
    const probed = world.targets.probed.get(key) ?? [];
    const stored = (world.results.get(idOf(world, "monitors", key)) ?? []) as readonly Stored[];
    const found =
      findWrong(probed, { stored, regions, isSure }) ??
      (isSure ? findUncounted(probed, { stored, regions, now: world.host.time.now() }) : null);
    return found === null ? [] : [`${key}: ${found}`];
  });
}

interface Stored {
  at: number;
  status: Status;
}

function findWrong(
  probed: readonly Probed[],
  { stored, regions, isSure }: { stored: readonly Stored[]; regions: Regions; isSure: boolean },
): string | null {
  let [from, to] = [0, 0];
  for (const { at: storedAt, status } of stored) {
    while ((probed[from]?.at ?? storedAt) < storedAt - LATEST_RESPONSE_MS) from++;
    while ((probed[to]?.at ?? Infinity) <= storedAt) to++;
    const own = probed.slice(from, to);
    const home = own.findLastIndex(({ place }) => place === HOME);
    if (home < 0) continue;
    const votes = votesOf(own.slice(home), regions).map((vote) => vote ?? "silent");
    // The response of a region that checked may have been lost.
    const allowed = withLost(votes, isSure).map((some) =>
      decideTogether([own[home]?.status as Status, ...some], regions.confirmFrom),
    );
    if (allowed.some((one) => one === status)) continue;
    const wanted = [...new Set(allowed)].map((one) => one ?? "not to be stored").join(" or ");
    return `the check of ${iso(storedAt)} is ${status} after ${own[home]?.status},${votes}, expected ${wanted}`;
  }
  return null;
}

function findUncounted(
  probed: readonly Probed[],
  { stored, regions, now }: { stored: readonly Stored[]; regions: Regions; now: number },
): string | null {
  const home = [...probed.entries()].filter(([, { place }]) => place === HOME);
  let next = 0;
  for (const [i, [index, { at, status }]] of home.entries()) {
    const nextAt = home[i + 1]?.[1].at ?? Infinity;
    if (status === "up" || nextAt - at < RETRY_MS || now - at < LATEST_RESPONSE_MS) continue;
    const until = Math.min(at + LATEST_RESPONSE_MS, nextAt - 1);
    const votes = votesOf(probed.slice(index, home[i + 1]?.[0]), regions);
    if (votes.includes(undefined)) return `a region was not asked after ${iso(at)}`;
    const wanted = decideTogether([status as Status, ...(votes as Vote[])], regions.confirmFrom);
    while ((stored[next]?.at ?? Infinity) < at) next++;
    const result = stored[next];
    const kept = result && result.at <= until ? result.status : null;
    if (kept !== wanted) return `the check of ${iso(at)} is ${kept} after ${votes}, expected ${wanted}`;
  }
  return null;
}

function votesOf(probed: readonly Probed[], { locations }: Regions): (Vote | undefined)[] {
  return locations.map((place) => probed.findLast((one) => one.place === place)?.status);
}

function withLost([first, ...rest]: readonly Vote[], isSure: boolean): Vote[][] {
  if (first === undefined) return [[]];
  const ways = isSure || first === "silent" ? [first] : [first, "silent" as const];
  return withLost(rest, isSure).flatMap((some) => ways.map((way) => [way, ...some]));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
