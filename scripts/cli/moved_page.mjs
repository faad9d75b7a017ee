import { blockMaker } from "./documents.mjs";

const LONGEST_BODY = 20_000;
const STATUSES = new Set(["investigating", "identified", "monitoring", "resolved"]);

export function manualMonitor({ key, name, description }) {
  const text = String(description ?? "").trim();
  return {
    kind: "Monitor",
    key,
    name: String(name).slice(0, 200),
    ...(text && { publicDescription: text.slice(0, 300) }),
    type: "manual",
    config: {},
  };
}

export function noteManual(count, notes) {
  if (count > 0)
    notes.push(
      `components: ${count} become monitors whose status is set by hand; give them another type to have them checked.`,
    );
}

/**
 * Groups and single components by their places.
 *
 * @param {{ groups: { name: string, position?: number, keys: string[] }[], singles: { key: string, position?: number }[] }} placed
 */
export function layoutOf({ groups, singles }, notes) {
  const { cardOf, groupOf } = blockMaker();
  const blocks = [
    ...groups
      .filter(({ keys }) => keys.length > 0)
      .map(({ name, position, keys }) => ({ position, block: groupOf(name, keys.map(cardOf)) })),
    ...singles.map(({ key, position }) => ({ position, block: cardOf(key) })),
  ].sort(byPosition);
  if (blocks.length === 0) return [];
  notes.push("Layout: replaces your page; delete the document to keep yours.");
  return [{ kind: "Layout", children: blocks.map(({ block }) => block) }];
}

export function byPosition(a, b) {
  return Number(a.position ?? 0) - Number(b.position ?? 0);
}

export function updatesOf(all) {
  return all
    .filter(({ body, at }) => body?.trim() && Number.isFinite(at))
    .map(({ at, status, body }) => ({
      at,
      status: STATUSES.has(status) ? status : "resolved",
      body: body.slice(0, LONGEST_BODY),
    }))
    .sort((a, b) => a.at - b.at);
}

export function incidentOf({ id, title, impact, monitorKeys, startedAt, resolvedAt, updates }, notes) {
  const [first] = updates;
  if (!first) {
    notes.push(`incident "${title}": it has no text; left out.`);
    return [];
  }
  const end = resolvedAt ?? (updates.at(-1).status === "resolved" ? updates.at(-1).at : null);
  return [
    {
      externalId: String(id),
      title: String(title).slice(0, 200),
      impact: ["major", "critical"].includes(impact) ? impact : "minor",
      monitorKeys,
      startedAt: Math.min(Number.isFinite(startedAt) ? startedAt : first.at, first.at),
      ...(Number.isFinite(end) && end !== null && { resolvedAt: end }),
      updates,
    },
  ];
}

/**
 * `monitorKeys` is null for those who follow everything. Who chose only what isn't taken over did not agree to get
 * everything.
 */
export function subscribersOf(wanted, notes) {
  const kept = wanted.filter(({ monitorKeys }) => monitorKeys === null || monitorKeys.length > 0);
  if (kept.length < wanted.length)
    notes.push(`subscribers: ${wanted.length - kept.length} who chose only other components; left out.`);
  return kept.map(({ email, monitorKeys }) => ({ email, ...(monitorKeys && { monitorKeys }) }));
}
