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

const BASE = "https://api.instatus.com/";
const SIZE = 100;
const LISTS = {
  components: "v2/:page/components",
  incidents: "v1/:page/incidents",
  maintenances: "v2/:page/maintenances",
  subscribers: "v2/:page/subscribers",
};

export async function read(key, { base = BASE } = {}) {
  const remote = openRemote({ name: "Instatus", base, headers: { Authorization: `Bearer ${key}` } });
  const [page, ...others] = (await remote.get("v2/pages")) ?? [];
  if (!page) throw new Refusal("This Instatus key has access to no page.");
  const data = { others: others.map(({ name }) => name) };
  for (const [name, path] of Object.entries(LISTS)) {
    data[name] = [];
    for (let at = 1; ; at++) {
      const some = (await remote.get(`${path.replace(":page", page.id)}?per_page=${SIZE}&page=${at}`)) ?? [];
      data[name].push(...some);
      if (some.length < SIZE) break;
    }
  }
  return data;
}

export function convert(data) {
  if (!Array.isArray(data?.components) || !Array.isArray(data.incidents))
    throw new Refusal("This isn't an Instatus export: expected JSON with components and incidents.");
  const notes = (data.others ?? []).map((name) => `status page "${name}": only the first page is imported.`);
  const keyOf = keyMaker();
  const own = data.components.map((one) => ({ ...one, position: one.order })).sort(byPosition);
  const keys = new Map(own.map(({ id, name }) => [id, keyOf(name, "component")]));
  noteManual(own.length, notes);
  const keysOf = (all = []) => [...new Set(all.flatMap((one) => keys.get(one?.id ?? one) ?? []))];
  return {
    documents: [
      ...own.map((one) => manualMonitor({ ...one, key: keys.get(one.id) })),
      ...layoutOf(groupsOf(own, keys), notes),
    ],
    notes,
    history: {
      source: "instatus",
      incidents: data.incidents.flatMap((one) => toIncident(one, { keysOf, notes })),
      maintenance: (data.maintenances ?? []).map((one) => toWindow(one, keysOf)),
      subscribers: toSubscribers(data.subscribers ?? [], { keysOf, notes }),
    },
  };
}

function groupsOf(own, keys) {
  const groups = new Map();
  const singles = [];
  for (const { id, group, position } of own) {
    const key = keys.get(id);
    if (!group?.id) singles.push({ key, position });
    else {
      const known = groups.get(group.id) ?? { name: group.name, position, keys: [] };
      groups.set(group.id, { ...known, keys: [...known.keys, key] });
    }
  }
  return { groups: [...groups.values()], singles };
}

function toIncident({ id, name, impact, started, resolved, components, updates = [] }, { keysOf, notes }) {
  const posted = updates.map(({ message, status = "", started: at, createdAt }) => ({
    at: Date.parse(at ?? createdAt),
    status: status.toLowerCase(),
    body: message,
  }));
  return incidentOf(
    {
      id,
      title: name,
      impact: { MAJOROUTAGE: "critical", PARTIALOUTAGE: "major" }[impact],
      monitorKeys: keysOf(components),
      startedAt: Date.parse(started),
      resolvedAt: resolved ? Date.parse(resolved) : null,
      updates: updatesOf(posted),
    },
    notes,
  );
}

function toWindow({ id, name, start, duration: minutes = 60, components, updates = [] }, keysOf) {
  const startsAt = Date.parse(start);
  return {
    externalId: String(id),
    name: String(name).slice(0, 200),
    description: updates
      .map(({ message }) => message)
      .filter(Boolean)
      .join("\n\n"),
    startsAt,
    endsAt: startsAt + Number(minutes) * 60_000,
    monitorKeys: keysOf(components),
  };
}

function toSubscribers(all, { keysOf, notes }) {
  const confirmed = all.filter(({ email, confirmed }) => email && confirmed);
  const left = all.length - confirmed.length;
  if (left > 0) notes.push(`subscribers: ${left} without an email or who never confirmed it; left out.`);
  return subscribersOf(
    confirmed.map(({ email, all: isAll, components }) => ({
      email,
      monitorKeys: isAll || !components?.length ? null : keysOf(components),
    })),
    notes,
  );
}
