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

const LISTS = {
  components: "components?include=group",
  groups: "component-groups",
  incidents: "incidents?include=components,updates",
  schedules: "schedules?include=components,updates",
  subscribers: "subscribers",
};
const STATUSES = { 1: "investigating", 2: "identified", 3: "monitoring", 4: "resolved" };

/** Cachet is self-hosted, so there is no default address. */
export async function read(key, { base } = {}) {
  if (!base)
    throw new Refusal("Set UPTIDE_IMPORT_URL to Cachet's address, such as https://status.old.example/api/");
  const remote = openRemote({ name: "Cachet", base, headers: { Authorization: `Bearer ${key}` } });
  const data = { included: [] };
  for (const [name, path] of Object.entries(LISTS)) {
    data[name] = [];
    for (let next = `${path}${path.includes("?") ? "&" : "?"}per_page=100`; next; ) {
      const page = await remote.get(next);
      data[name].push(...(page?.data ?? []));
      data.included.push(...(page?.included ?? []));
      next = page?.links?.next ?? null;
    }
  }
  return data;
}

export function convert(data) {
  if (!Array.isArray(data?.components) || !Array.isArray(data.incidents))
    throw new Refusal("This isn't a Cachet export: expected JSON with components and incidents.");
  const notes = [];
  const keyOf = keyMaker();
  const own = data.components
    .map((one) => ({ ...one.attributes, id: String(one.id), position: one.attributes.order, one }))
    .sort(byPosition);
  const keys = new Map(own.map(({ id, name }) => [id, keyOf(name, "component")]));
  noteManual(own.length, notes);
  if (data.incidents.length > 0 || data.schedules?.length > 0)
    notes.push("times: Cachet's have no time zone; read as UTC.");
  const reader = { notes, included: indexOf(data.included ?? []), keysOf: (one) => keysIn(one, keys) };
  return {
    documents: [
      ...own.map((one) => manualMonitor({ ...one, key: keys.get(one.id) })),
      ...layoutOf(groupsOf(data.groups ?? [], { own, keys }), notes),
    ],
    notes,
    history: {
      source: "cachet",
      incidents: data.incidents.flatMap((one) => toIncident(one, reader)),
      maintenance: (data.schedules ?? []).flatMap((one) => toWindow(one, reader)),
      subscribers: toSubscribers(data.subscribers ?? [], notes),
    },
  };
}

function indexOf(included) {
  return new Map(included.map((one) => [`${one.type} ${one.id}`, one.attributes]));
}

function related({ relationships = {} }, name) {
  const found = relationships[name]?.data ?? [];
  return Array.isArray(found) ? found : [found];
}

function keysIn(one, keys) {
  return related(one, "components").flatMap(({ id }) => keys.get(String(id)) ?? []);
}

function groupsOf(groups, { own, keys }) {
  const inGroup = new Map(own.map(({ id, one }) => [id, String(related(one, "group")[0]?.id ?? "")]));
  const made = groups.map(({ id, attributes }) => ({
    name: attributes.name,
    position: attributes.order,
    keys: own.filter((one) => inGroup.get(one.id) === String(id)).map((one) => keys.get(one.id)),
  }));
  const placed = new Set(made.flatMap((group) => group.keys));
  const singles = own.map(({ id, position }) => ({ key: keys.get(id), position }));
  return { groups: made, singles: singles.filter(({ key }) => !placed.has(key)) };
}

/** Times come as `{ human, string }` without a zone, statuses as `{ human, value }`. */
const timeOf = (value) => {
  const text = String(value?.string ?? value ?? "");
  return Date.parse(/[T ][\d:.]+$/.test(text) ? `${text.replace(" ", "T")}Z` : text);
};
const statusOf = (value) => STATUSES[value?.value ?? value] ?? "investigating";

function toIncident(one, { notes, included, keysOf }) {
  const { name, message, status, occurred, created } = one.attributes;
  const startedAt = timeOf(occurred ?? created);
  const later = related(one, "updates").flatMap(({ type, id }) => included.get(`${type} ${id}`) ?? []);
  const updates = updatesOf([
    { at: startedAt, status: later.length > 0 ? "investigating" : statusOf(status), body: message },
    ...later.map((own) => ({ at: timeOf(own.created), status: statusOf(own.status), body: own.message })),
  ]);
  return incidentOf({ id: one.id, title: name, monitorKeys: keysOf(one), startedAt, updates }, notes);
}

function toWindow(one, { notes, keysOf }) {
  const { name, message = "", scheduled, completed } = one.attributes;
  const [startsAt, endsAt] = [timeOf(scheduled), timeOf(completed)];
  if (!(endsAt > startsAt)) {
    notes.push(`maintenance "${name}": it has no end yet; left out.`);
    return [];
  }
  const texts = { name: String(name).slice(0, 200), description: message };
  return [{ externalId: String(one.id), ...texts, startsAt, endsAt, monitorKeys: keysOf(one) }];
}

function toSubscribers(all, notes) {
  const verified = all.map(({ attributes }) => attributes).filter((own) => own.email && own.verified);
  if (verified.length < all.length)
    notes.push(`subscribers: ${all.length - verified.length} who never verified their email; left out.`);
  return subscribersOf(
    verified.map(({ email, global: isGlobal }) => ({ email, monitorKeys: isGlobal === false ? [] : null })),
    notes,
  );
}
