import { hasResponseTime, typeLabelOf } from "../../check/registry.ts";
import { guard, isGuardBreach, type Statement, save } from "../../data/db.ts";
import { listPlaceable } from "../../data/monitor.ts";
import { findSettingVersion, isSettingStill, saveSetting } from "../../data/setting.ts";
import {
  EMPTY_LAYOUT,
  findLayoutProblems,
  fitLayout,
  monitorsWithLongCharts,
  type Placed,
  placeBlocks,
  placedMonitors,
} from "../../domain/page/layout.ts";
import { settingOf } from "../../domain/page/site.ts";
import { localisePage } from "../../domain/page/view.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import type { Config } from "../../lib/config.ts";
import { invalid, type Problem } from "../../lib/errors.ts";
import { LAST_ROW, type LayoutNode, type LayoutTree, type PlaceableMonitor } from "../../schema/layout.ts";
import type { PublicPage } from "../../schema/public_page.ts";
import { notForTokens } from "../access/api_token.ts";
import { pageChanged, pageOf } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { entityNameOn } from "../record/setting.ts";
import { edit } from "../record/version.ts";

export const LAYOUT = "layout";
const MOST_PROBLEMS = 100;
const TOO_LOW = `It overlaps other blocks, and below them it would pass row ${LAST_ROW}: move it.`;

export interface StoredLayout {
  tree: LayoutTree;
  monitors: Placed[];
  longCharts: Placed[];
}

export async function getLayout(context: Context): Promise<{ tree: LayoutTree; version: number }> {
  const { stored, version } = await loadLayout(context);
  if (!stored) return { tree: EMPTY_LAYOUT, version };
  const there = await readChartable(context);
  const tree = fitLayout(stored.tree, there);
  if (stored.monitors.some(({ id }) => !there.has(id))) {
    try {
      await save(context.db, [
        guard(isSettingStill(layoutObject(context), stored)),
        saveSetting(context.db, layoutObject(context), toStored(tree), context.now),
      ]);
    } catch (error) {
      // Another layout was published meanwhile: that one stays.
      if (!isGuardBreach(error)) throw error;
    }
  }
  return { tree, version };
}

export function layoutObject({ page }: Context): string {
  return settingOf(LAYOUT, page.id);
}

export async function loadLayout(
  context: Context,
): Promise<{ stored: StoredLayout | null; version: number }> {
  const name = layoutObject(context);
  const { value, version } = await findSettingVersion(context.db, name, name);
  return { stored: value as StoredLayout | null, version };
}

export async function updateLayout(
  context: Context,
  { tree: wanted, version }: { tree: LayoutTree; version?: number | undefined },
): Promise<{ tree: LayoutTree; version: number }> {
  const tree = await checkLayout(context, wanted);
  const isChanged = await edit(context, {
    object: layoutObject(context),
    version,
    load: async () => await loadLayout(context),
    decide: async ({ stored }) => decideLayout(context, stored?.tree ?? EMPTY_LAYOUT, tree),
  });
  if (isChanged) await pageChanged(context.env, context.page);
  return await getLayout(context);
}

async function readChartable({ db }: Context): Promise<Map<number, { hasResponseTime: boolean }>> {
  return chartable(await listPlaceable(db));
}

export function chartable(
  monitors: readonly { id: number; type: string }[],
): Map<number, { hasResponseTime: boolean }> {
  return new Map(monitors.map(({ id, type }) => [id, { hasResponseTime: hasResponseTime(type) }]));
}

export async function checkLayout(context: Context, wanted: LayoutTree): Promise<LayoutTree> {
  const { tree, problems } = placeAndCheck(wanted, await readChartable(context));
  if (problems[0])
    throw invalid(`${problems[0].path}: ${problems[0].message}`, problems.slice(0, MOST_PROBLEMS));
  return tree;
}

export function placeAndCheck(
  wanted: LayoutTree,
  monitors: ReadonlyMap<number, { hasResponseTime: boolean }>,
): { tree: LayoutTree; problems: Problem[] } {
  const problems = findLayoutProblems(wanted, { monitors });
  if (problems.length > 0) return { tree: wanted, problems };
  const tree = placeBlocks(wanted);
  const lowest = tree.children.findIndex(({ grid }) => grid !== undefined && grid.y > LAST_ROW);
  return { tree, problems: lowest < 0 ? [] : [{ path: `children[${lowest}].grid.y`, message: TOO_LOW }] };
}

export function decideLayout(context: Context, before: LayoutTree, tree: LayoutTree): Statement[] {
  const changes = decideChanges(byNode(before), byNode(tree));
  if (Object.keys(changes).length === 0) return [];
  const details = { blocks: tree.children.length, monitors: placedMonitors(tree).length };
  return [
    saveSetting(context.db, layoutObject(context), toStored(tree), context.now),
    ...recordUpdate(context, {
      object: layoutObject(context),
      changes,
      entityType: "layout",
      entityName: entityNameOn(context.page, "Page layout"),
      details,
    }),
  ];
}

function byNode(tree: LayoutTree): Config {
  const blocks = tree.children.flatMap((node): LayoutNode[] =>
    node.type === "group" ? [node, ...node.children] : [node],
  );
  return {
    blocks: Object.fromEntries(
      blocks.map((node) => [
        node.id,
        "children" in node ? { ...node, children: node.children.map(({ id }) => id) } : node,
      ]),
    ),
    order: tree.children.map(({ id }) => id),
  };
}

export async function previewLayout({ env, page, actor }: Context, tree: LayoutTree): Promise<PublicPage> {
  const snapshot = await pageOf(env, page.id).preview(toStored(tree));
  if (snapshot.isPrivate && actor.kind === "token") throw notForTokens();
  return localisePage(snapshot, null);
}

export async function listLayoutMonitors({ db }: Context): Promise<PlaceableMonitor[]> {
  return (await listPlaceable(db)).map(({ isPlain, ...monitor }) => {
    const typeLabel = typeLabelOf({ ...monitor, isPlain });
    return { ...monitor, typeLabel, hasResponseTime: hasResponseTime(monitor.type) };
  });
}

function toStored(tree: LayoutTree): StoredLayout {
  return { tree, monitors: placedMonitors(tree), longCharts: monitorsWithLongCharts(tree) };
}
