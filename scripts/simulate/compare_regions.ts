import { decideTogether, type Vote } from "./model_regions.ts";
import { idOf } from "./recorded.ts";
import { HOME, type Regions } from "./scenario_regions.ts";
import type { World } from "./world.ts";

const LATEST_RESPONSE_MS = 14_000;

export function compareRegions(world: World): string[] {
  return [...world.scenario.regions].flatMap(([key, regions]) => compareMonitor(world, key, regions));
}

function compareMonitor(world: World, key: string, { locations, confirmFrom }: Regions): string[] {
  const found: string[] = [];
  const probed = world.targets.probed.get(key) ?? [];
  const isSure = world.host.faults.total === 0;
  for (const { at: storedAt, status } of world.results.get(idOf(world, "monitors", key)) ?? []) {
    const home = probed.findLast((one) => one.place === HOME && one.at <= storedAt);
    if (!home || storedAt - home.at > LATEST_RESPONSE_MS) continue;
    const others = probed.filter((one) => one.place !== HOME && one.at >= home.at && one.at <= storedAt);
    const votes: Vote[] = locations.map(
      (place) => others.findLast((one) => one.place === place)?.status ?? "silent",
    );
    // The response of a region that checked may have been lost.
    const allowed = withLost(votes, isSure).map((some) =>
      decideTogether([home.status, ...some], confirmFrom),
    );
    if (allowed.some((one) => one === status)) continue;
    const seen = [home.status, ...votes].join();
    const wanted = [...new Set(allowed)].map((one) => one ?? "not to be stored").join(" or ");
    found.push(
      `${key}: the check of ${new Date(storedAt).toISOString()} is ${status} after ${seen}, expected ${wanted}`,
    );
  }
  return found.slice(0, 1);
}

function withLost([first, ...rest]: readonly Vote[], isSure: boolean): Vote[][] {
  if (first === undefined) return [[]];
  const ways = isSure || first === "silent" ? [first] : [first, "silent" as const];
  return withLost(rest, isSure).flatMap((some) => ways.map((way) => [way, ...some]));
}
