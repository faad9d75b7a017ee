import { Refusal } from "./ask.mjs";
import { keyMaker } from "./documents.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://api.statuspage.io/v1/";
/** One request a second, by their rules. */
const PACE_MS = 1000;
const SIZE = 100;
const LISTS = {
  components: "components",
  groups: "component-groups",
  incidents: "incidents",
  subscribers: "subscribers",
};

export async function read(key, { base = BASE } = {}) {
  const paceMs = base === BASE ? PACE_MS : 0;
  const headers = { Authorization: `OAuth ${key}` };
  const remote = openRemote({ name: "Statuspage", base, headers, paceMs });
  const [page, ...others] = (await remote.get("pages")) ?? [];
  if (!page) throw new Refusal("This key of Statuspage shows no page.");
  const data = { page, others: others.map(({ name }) => name) };
  for (const [name, path] of Object.entries(LISTS)) {
    data[name] = [];
    for (let at = 1; ; at++) {
      const some = (await remote.get(`pages/${page.id}/${path}?per_page=${SIZE}&page=${at}`)) ?? [];
      data[name].push(...some);
      if (some.length < SIZE) break;
    }
  }
  return data;
}

export function convert(data) {
  if (!Array.isArray(data?.components) || !Array.isArray(data.incidents))
    throw new Refusal("This is no export of Statuspage: it is JSON with components, groups and incidents.");
  const notes = [];
  const keyOf = keyMaker();
  const own = data.components.filter(({ group }) => !group).sort(byPosition);
  const keys = new Map(own.map(({ id, name }) => [id, keyOf(name, "component")]));
  for (const name of data.others ?? [])
    notes.push(`status page "${name}": only the first page is taken over.`);
  if (own.length > 0)
    notes.push(
      `components: ${own.length} become monitors whose status is set by hand; give them another type to have them checked.`,
    );
  const { incidents, maintenance } = toHistory(data.incidents, { keys, notes });
  const subscribers = toSubscribers(data.subscribers ?? [], { keys, notes });
  return {
    documents: [...own.map((one) => toMonitor(one, keys)), ...toLayout(data, { own, keys, notes })],
    notes,
    history: { source: "statuspage", incidents, maintenance, subscribers },
  };
}

const byPosition = (a, b) => Number(a.position ?? 0) - Number(b.position ?? 0);

function toMonitor({ id, name, description }, keys) {
  return {
    kind: "Monitor",
    key: keys.get(id),
    name: String(name).slice(0, 200),
    ...(description && { publicDescription: String(description).trim().slice(0, 300) }),
    type: "manual",
    config: {},
  };
}

/** Groups and single components by their places. */
function toLayout({ groups = [], components }, { own, keys, notes }) {
  if (own.length === 0) return [];
  const cardOf = ({ id }) => {
    return { id: `monitor-${keys.get(id)}`, type: "monitor", monitor: keys.get(id) };
  };
  const placeOf = new Map(components.map(({ id, position }) => [id, position]));
  const grouped = groups.flatMap((group) => {
    const inside = own.filter(({ id, group_id }) => group_id === group.id || group.components?.includes(id));
    if (inside.length === 0) return [];
    const position = group.position ?? placeOf.get(group.id);
    const block = { id: `group-${group.id}`, type: "group", label: group.name, children: inside.map(cardOf) };
    return [{ position, block, inside }];
  });
  const placed = new Set(grouped.flatMap(({ inside }) => inside.map(({ id }) => id)));
  const single = own
    .filter(({ id }) => !placed.has(id))
    .map((one) => ({ position: one.position, block: cardOf(one) }));
  notes.push("Layout: takes the place of the page as it is; delete the document to keep yours.");
  return [{ kind: "Layout", children: [...grouped, ...single].sort(byPosition).map(({ block }) => block) }];
}

const STATUSES = new Set(["investigating", "identified", "monitoring", "resolved"]);

function toHistory(all, { keys, notes }) {
  const incidents = [];
  const maintenance = [];
  for (const own of all) {
    const say = (what) => notes.push(`incident "${own.name}": ${what}`);
    const monitorKeys = [...new Set((own.components ?? []).flatMap(({ id }) => keys.get(id) ?? []))];
    const updates = (own.incident_updates ?? [])
      .filter(({ body }) => body?.trim())
      .map(({ status, body, display_at, created_at }) => ({
        at: Date.parse(display_at ?? created_at),
        status,
        body: body.slice(0, 20_000),
      }))
      .sort((a, b) => a.at - b.at);
    if (own.scheduled_for) maintenance.push(toWindow(own, { monitorKeys, updates }));
    else if (updates.length === 0) say("it has no text; left out.");
    else incidents.push(toIncident(own, { monitorKeys, updates, say }));
  }
  return { incidents, maintenance };
}

function toWindow({ id, name, scheduled_for, scheduled_until }, { monitorKeys, updates }) {
  const startsAt = Date.parse(scheduled_for);
  return {
    externalId: id,
    name: name.slice(0, 200),
    description: updates.map(({ body }) => body).join("\n\n"),
    startsAt,
    endsAt: scheduled_until ? Date.parse(scheduled_until) : startsAt + 3_600_000,
    monitorKeys,
  };
}

function toIncident(own, { monitorKeys, updates, say }) {
  const { id, name, impact, started_at, created_at, resolved_at: resolvedAt } = own;
  const known = updates.map((one) => (STATUSES.has(one.status) ? one : { ...one, status: "resolved" }));
  if (own.postmortem_body) {
    say("its post-mortem comes as a last update.");
    const at = Date.parse(own.postmortem_published_at ?? resolvedAt);
    known.push({ at, status: "resolved", body: own.postmortem_body.slice(0, 20_000) });
  }
  return {
    externalId: id,
    title: name.slice(0, 200),
    impact: ["major", "critical"].includes(impact) ? impact : "minor",
    monitorKeys,
    startedAt: Math.min(Date.parse(started_at ?? created_at), known[0].at),
    ...(resolvedAt && { resolvedAt: Date.parse(resolvedAt) }),
    updates: known,
  };
}

/** Whoever bounced or never confirmed there is quarantined, and must not be emailed here. */
function toSubscribers(all, { keys, notes }) {
  const quarantined = all.filter(({ quarantined_at: at }) => at);
  const others = all.filter(({ quarantined_at: at, mode }) => !at && mode !== "email");
  if (quarantined.length > 0) notes.push(`subscribers: ${quarantined.length} quarantined there; left out.`);
  if (others.length > 0)
    notes.push(`subscribers: ${others.length} by text message or webhook have no counterpart; left out.`);
  return all
    .filter(({ mode, email, quarantined_at: at }) => mode === "email" && email && !at)
    .map(({ email, components = [] }) => {
      const monitorKeys = components.flatMap((one) => keys.get(one?.id ?? one) ?? []);
      return { email, ...(monitorKeys.length > 0 && { monitorKeys }) };
    });
}
