import { listKnownPages } from "../../data/page.ts";
import type { KnownPage } from "../../domain/page/site.ts";
import { invalid } from "../../lib/errors.ts";
import type { Context } from "../context.ts";

export type Placements = readonly Pick<KnownPage, "id" | "key" | "monitorIds">[];

interface Shown {
  isEverything: boolean;
  pageIds: readonly number[] | null;
  monitorIds: readonly number[];
}

export async function listPlacements({ db }: Pick<Context, "db">): Promise<Placements> {
  return await listKnownPages(db);
}

export function namePages(
  placements: Placements,
  { isEverything, pageIds, monitorIds }: Shown,
): { pageKeys: string[]; pages: string[] } {
  const keysOf = (shown: Placements) => shown.map(({ key }) => key);
  const named = placements.filter(({ id }) => pageIds?.includes(id));
  if (isEverything) return { pageKeys: keysOf(named), pages: keysOf(pageIds ? named : placements) };
  const placed = placements.filter((page) => page.monitorIds.some((id) => monitorIds.includes(id)));
  return { pageKeys: [], pages: keysOf(placed) };
}

export async function findPageIds(
  context: Pick<Context, "db">,
  pageKeys: readonly string[],
): Promise<number[]> {
  const ids = new Map((await listPlacements(context)).map(({ id, key }) => [key, id]));
  const problems = pageKeys.flatMap((key, i) =>
    ids.has(key) ? [] : [{ path: `pageKeys[${i}]`, message: `There is no page with the key ${key}.` }],
  );
  if (problems[0]) throw invalid(problems[0].message, problems);
  return pageKeys.flatMap((key) => ids.get(key) ?? []);
}
