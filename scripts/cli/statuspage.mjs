import { Refusal } from "./ask.mjs";
import { keyMaker } from "./documents.mjs";
import {
  byPosition,
  incidentOf,
  layoutOf,
  manualMonitor,
  noteManual,
  subscribersOf,
  updatesOf,
} from "./moved_page.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://api.statuspage.io/v1/";
/** Statuspage allows one request a second. */
const PACE_MS = 1000;
const SIZE = 100;
const LISTS = {
  components: { path: "components", size: "per_page", first: 1 },
  groups: { path: "component-groups", size: "per_page", first: 1 },
  incidents: { path: "incidents", size: "limit", first: 1 },
  subscribers: { path: "subscribers", size: "limit", first: 0 },
};

export async function read(key, { base = BASE } = {}) {
  const paceMs = base === BASE ? PACE_MS : 0;
  const headers = { Authorization: `OAuth ${key}` };
  const remote = openRemote({ name: "Statuspage", base, headers, paceMs });
  const [page, ...others] = (await remote.get("pages")) ?? [];
  if (!page) throw new Refusal("This Statuspage key has access to no page.");
  const data = { page, others: others.map(({ name }) => name) };
  for (const [name, { path, size, first }] of Object.entries(LISTS)) {
    data[name] = [];
    for (let at = first; ; at++) {
      const some = (await remote.get(`pages/${page.id}/${path}?${size}=${SIZE}&page=${at}`)) ?? [];
      data[name].push(...some);
      if (some.length < SIZE) break;
    }
  }
  return data;
}

export function convert(data) {
  if (!Array.isArray(data?.components) || !Array.isArray(data.incidents))
    throw new Refusal("This isn't a Statuspage export: expected JSON with components, groups and incidents.");
  const notes = [];
  const keyOf = keyMaker();
  const own = data.components.filter(({ group }) => !group).sort(byPosition);
  const keys = new Map(own.map(({ id, name }) => [id, keyOf(name, "component")]));
  for (const name of data.others ?? []) notes.push(`status page "${name}": only the first page is imported.`);
  noteManual(own.length, notes);
  const { incidents, maintenance } = toHistory(data.incidents, { keys, notes });
  const subscribers = toSubscribers(data.subscribers ?? [], { keys, notes });
  return {
    documents: [
      ...own.map((one) => manualMonitor({ ...one, key: keys.get(one.id) })),
      ...toLayout(data, { own, keys, notes }),
    ],
    notes,
    history: { source: "statuspage", incidents, maintenance, subscribers },
  };
}

function toLayout({ groups = [], components }, { own, keys, notes }) {
  const placeOf = new Map(components.map(({ id, position }) => [id, position]));
  const grouped = groups.map((group) => {
    const inside = own.filter(({ id, group_id }) => group_id === group.id || group.components?.includes(id));
    const position = group.position ?? placeOf.get(group.id);
    return { name: group.name, position, keys: inside.map(({ id }) => keys.get(id)) };
  });
  const placed = new Set(grouped.flatMap((group) => group.keys));
  const singles = own
    .map(({ id, position }) => ({ key: keys.get(id), position }))
    .filter(({ key }) => !placed.has(key));
  return layoutOf({ groups: grouped, singles }, notes);
}

function toHistory(all, { keys, notes }) {
  const incidents = [];
  const maintenance = [];
  for (const own of all) {
    const monitorKeys = [...new Set((own.components ?? []).flatMap(({ id }) => keys.get(id) ?? []))];
    const posted = (own.incident_updates ?? []).map(({ status, body, display_at, created_at }) => ({
      at: Date.parse(display_at ?? created_at),
      status,
      body,
    }));
    if (own.scheduled_for) maintenance.push(toWindow(own, { monitorKeys, updates: updatesOf(posted) }));
    else incidents.push(...toIncident(own, { monitorKeys, posted, notes }));
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

function toIncident(own, { monitorKeys, posted, notes }) {
  const { id, name: title, impact, started_at, created_at, resolved_at, postmortem_body: body } = own;
  const resolvedAt = resolved_at ? Date.parse(resolved_at) : null;
  if (body) {
    notes.push(`incident "${title}": its post-mortem becomes the last update.`);
    posted.push({ at: Date.parse(own.postmortem_published_at ?? resolved_at), status: "resolved", body });
  }
  const startedAt = Date.parse(started_at ?? created_at);
  return incidentOf(
    { id, title, impact, monitorKeys, startedAt, resolvedAt, updates: updatesOf(posted) },
    notes,
  );
}

/** Quarantined subscribers bounced or never confirmed, and must not get email from here. */
function toSubscribers(all, { keys, notes }) {
  const quarantined = all.filter(({ quarantined_at: at }) => at);
  const others = all.filter(({ quarantined_at: at, mode }) => !at && mode !== "email");
  if (quarantined.length > 0) notes.push(`subscribers: ${quarantined.length} quarantined there; left out.`);
  if (others.length > 0)
    notes.push(`subscribers: ${others.length} by text message or webhook have no counterpart; left out.`);
  const wanted = all
    .filter(({ mode, email, quarantined_at: at }) => mode === "email" && email && !at)
    .map(({ email, components }) => ({
      email,
      monitorKeys: components?.length ? components.flatMap((one) => keys.get(one?.id ?? one) ?? []) : null,
    }));
  return subscribersOf(wanted, notes);
}
