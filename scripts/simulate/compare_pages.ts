import { readPage } from "../../src/service/page/source.ts";
import { newsPagesOf, readNews } from "./compare_news.ts";
import { isShownOn, type NewsPage } from "./model_news.ts";
import type { World } from "./world.ts";

export async function comparePages(world: World): Promise<string[]> {
  const found: string[] = [];
  const ids = new Map(
    world.database.read("SELECT id, key FROM pages").map(({ id, key }) => [String(key), Number(id)]),
  );
  for (const page of newsPagesOf(world).values())
    found.push(...(await comparePage(world, page, ids.get(page.key) ?? 0)));
  return found;
}

async function comparePage(world: World, page: NewsPage, pageId: number): Promise<string[]> {
  const { rows, incidents } = await world.read(({ env, now }) =>
    readPage(env, { pageId, now, daysFrom: new Map(), layout: null }),
  );
  const published = readNews(world);
  const wanted = published
    .filter(({ type }) => type === "incident.created")
    .filter((one) => isShownOn(one, page));
  const shown = incidents.map(({ id }) => `incident-${id}-created`);
  const monitors = rows.monitors.map(({ name }) => name.replace("Monitor ", ""));
  const named = incidents.flatMap(({ components }) => components.map(({ id }) => id));
  const placed = new Set(rows.monitors.map(({ id }) => id));
  return [
    ...differences(
      `page ${page.key} shows`,
      shown,
      wanted.map(({ id }) => id),
    ),
    ...differences(`page ${page.key} has`, monitors, page.placed),
    ...named
      .filter((id) => !placed.has(id))
      .map((id) => `page ${page.key} names monitor ${id}, which is not on it`),
  ];
}

function differences(what: string, actual: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...actual.filter((one) => !wanted.includes(one)).map((one) => `${what} ${one}, and must not`),
    ...wanted.filter((one) => !actual.includes(one)).map((one) => `${what} no ${one}`),
  ];
}
