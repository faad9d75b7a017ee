import { Refusal } from "./ask.mjs";
import { blockMaker, compact, keyMaker, pingConfig, WITHOUT_ICMP, within } from "./documents.mjs";
import { subscribersOf } from "./moved_page.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://uptime.betterstack.com/api/v2/";
const LISTS = { monitors: "monitors", heartbeats: "heartbeats", pages: "status-pages" };

/** Server types have their timeout in milliseconds, HTTP types in seconds. */
const HTTP_TYPES = new Set(["status", "expected_status_code", "keyword", "keyword_absence"]);

export async function read(key, { base = BASE } = {}) {
  const remote = openRemote({ name: "Better Stack", base, headers: { Authorization: `Bearer ${key}` } });
  const list = async (path) => {
    const found = [];
    for (let next = `${path}?per_page=50`; next; ) {
      const page = await remote.get(next);
      found.push(...(page?.data ?? []));
      next = page?.pagination?.next ?? null;
    }
    return found;
  };
  const data = {};
  for (const [name, path] of Object.entries(LISTS)) data[name] = await list(path);
  for (const page of data.pages) {
    page.sections = await list(`status-pages/${page.id}/sections`);
    page.resources = await list(`status-pages/${page.id}/resources`);
    page.subscribers = await list(`status-pages/${page.id}/subscribers`);
    page.reports = await list(`status-pages/${page.id}/status-reports`);
    for (const report of page.reports)
      report.updates = await list(`status-pages/${page.id}/status-reports/${report.id}/status-updates`);
  }
  return data;
}

export function convert(data, { agent } = {}) {
  if (!Array.isArray(data?.monitors) || !Array.isArray(data.pages))
    throw new Refusal("This isn't a Better Stack export: expected JSON with monitors, heartbeats and pages.");
  const notes = [];
  const keyOf = keyMaker();
  const keys = new Map();
  const documents = [];
  for (const { id, attributes } of data.monitors) {
    const say = (what) => notes.push(`monitor "${attributes.pronounceable_name}": ${what}`);
    const document = toMonitor(attributes, { keyOf, say, agent });
    if (!document) continue;
    keys.set(`Monitor ${id}`, document.key);
    documents.push(document);
  }
  for (const { id, attributes } of data.heartbeats ?? []) {
    const document = toHeartbeat(attributes, keyOf);
    notes.push(`heartbeat "${attributes.name}": it gets a new address: copy it from the panel.`);
    keys.set(`Heartbeat ${id}`, document.key);
    documents.push(document);
  }
  const [page, ...others] = data.pages;
  for (const { attributes } of others)
    notes.push(`status page "${attributes.company_name}": only the first page is imported.`);
  const history = page
    ? toHistory(page, { keys, notes })
    : { incidents: [], maintenance: [], subscribers: [] };
  if (page) documents.push(...toLayout(page, { keys, notes }));
  return { documents, notes, history: { source: "better-stack", ...history } };
}

function toMonitor(own, { keyOf, say, agent }) {
  const type = own.monitor_type;
  const made = TYPES[type]?.(own, say, agent);
  if (!made) {
    say(`the type ${type} has no counterpart; left out.`);
    return null;
  }
  const timeoutMs = Number(own.request_timeout ?? 30) * (HTTP_TYPES.has(type) ? 1000 : 1);
  const intervalSecs = Number(own.check_frequency ?? 180);
  if (own.paused) say("it was paused; documents can't pause a monitor.");
  if (own.regions?.length > 0) say("its regions are not imported.");
  if (own.policy_id || own.call || own.sms) say("calls and text messages are not imported.");
  return {
    kind: "Monitor",
    key: keyOf(own.pronounceable_name || own.url, "monitor"),
    name: String(own.pronounceable_name || own.url).slice(0, 200),
    type: made.type,
    ...(agent && { agent }),
    intervalSecs: within(intervalSecs, 10, 86_400),
    timeoutMs: within(timeoutMs, 1000, 300_000),
    // Better Stack opens an incident after some seconds of failures, Uptide after some failed checks.
    failureThreshold: within(1 + Number(own.confirmation_period ?? 0) / intervalSecs, 1, 20),
    recoveryThreshold: within(1 + Number(own.recovery_period ?? 0) / intervalSecs, 1, 20),
    config: compact(made.config),
  };
}

const TYPES = {
  status: (own, say) => ({ type: "https", config: httpConfig(own, say) }),
  expected_status_code: (own, say) => ({
    type: "https",
    config: {
      ...httpConfig(own, say),
      ...(own.expected_status_codes?.length && { expectedStatus: own.expected_status_codes.join(",") }),
    },
  }),
  keyword: (own, say) => ({
    type: "https",
    config: { ...httpConfig(own, say), keyword: own.required_keyword, keywordFailsAs: "down" },
  }),
  keyword_absence: (own, say) => ({
    type: "https",
    config: {
      ...httpConfig(own, say),
      keyword: own.required_keyword,
      keywordAbsent: true,
      keywordFailsAs: "down",
    },
  }),
  ping: (own, say, agent) => {
    if (!agent) say(WITHOUT_ICMP);
    return { type: "ping", config: pingConfig(own.url, agent) };
  },
  tcp: (own, say) => ({ type: "tcp", config: { host: own.url, port: portOf(own, say) } }),
  smtp: (own, say) => {
    const port = portOf(own, say, { avoid: 25 });
    if (port === undefined) say("Cloudflare blocks port 25: 587 is used instead.");
    return {
      type: "smtp",
      config: { host: own.url, port: port ?? 587, security: port === 465 ? "tls" : "starttls" },
    };
  },
  pop: (own, say) => toTcp(own, say, 995),
  imap: (own, say) => toTcp(own, say, 993),
  dns: (own) => ({
    type: "dns",
    // The queried name is in the body, the server in the address.
    config: {
      hostname: own.request_body || own.url,
      resolver: own.request_body ? `${own.url}:53` : undefined,
    },
  }),
};

function toTcp(own, say, standard) {
  say("the check only connects to the port, without speaking the protocol.");
  return { type: "tcp", config: { host: own.url, port: portOf(own, say) ?? standard } };
}

/** "25,465" means that Better Stack checks all of them. */
function portOf({ port }, say, { avoid = 0 } = {}) {
  const ports = String(port ?? "")
    .split(",")
    .map(Number)
    .filter((one) => one > 0 && one !== avoid);
  if (ports.length > 1) say(`only the first of its ports ${ports.join(", ")} is checked.`);
  return ports[0];
}

function httpConfig(own, say) {
  const method = String(own.http_method ?? "get").toUpperCase();
  const hasBody = !["GET", "HEAD"].includes(method);
  if (own.request_body && !hasBody) say(`a ${method} request has no body here; left out.`);
  if (own.verify_ssl === false) say("certificates are always verified; ignoring them is left out.");
  const headers = Object.fromEntries((own.request_headers ?? []).map(({ name, value }) => [name, value]));
  return {
    url: own.url,
    method,
    // Better Stack accepts every 2xx.
    expectedStatus: "200-299",
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: hasBody && own.request_body ? own.request_body : undefined,
    followRedirects: own.follow_redirects === false ? false : undefined,
    auth: own.auth_username
      ? { type: "basic", basic: { username: own.auth_username, password: own.auth_password ?? "" } }
      : undefined,
  };
}

function toHeartbeat({ name, period, grace }, keyOf) {
  return {
    kind: "Monitor",
    key: keyOf(name, "heartbeat"),
    name: String(name).slice(0, 200),
    type: "webhook",
    intervalSecs: within(Number(period), 10, 86_400),
    config: { graceSecs: within(Number(grace ?? 0), 0, 604_800) },
  };
}

function keyOfResource({ attributes }, keys) {
  return keys.get(`${attributes.resource_type} ${attributes.resource_id}`);
}

function toLayout(page, { keys, notes }) {
  const placed = page.resources.flatMap((resource) => {
    const key = keyOfResource(resource, keys);
    if (!key)
      notes.push(`"${resource.attributes.public_name}" on the page: what it shows has no counterpart.`);
    return key ? [{ ...resource.attributes, key }] : [];
  });
  const { cardOf, groupOf } = blockMaker();
  const byPosition = (a, b) => Number(a.position ?? 0) - Number(b.position ?? 0);
  const children = page.sections
    .toSorted((a, b) => byPosition(a.attributes, b.attributes))
    .flatMap(({ id, attributes }) => {
      const own = placed.filter((one) => String(one.status_page_section_id) === String(id)).sort(byPosition);
      if (own.length === 0) return [];
      const cards = own.map(({ key }) => cardOf(key));
      return attributes.name ? [groupOf(attributes.name, cards)] : cards;
    });
  if (children.length === 0) return [];
  notes.push("Layout: replaces your page; delete the document to keep yours.");
  return [{ kind: "Layout", children }];
}

const REPORT_STATUSES = { resolved: "resolved", degraded: "identified", downtime: "investigating" };

function toHistory(page, { keys, notes }) {
  const incidents = [];
  const maintenance = [];
  const keyOfId = new Map(page.resources.map((one) => [String(one.id), keyOfResource(one, keys)]));
  for (const { id, attributes, updates = [] } of page.reports) {
    const { title, report_type: type, starts_at: startsAt, ends_at: endsAt } = attributes;
    const say = (what) => notes.push(`report "${title}": ${what}`);
    const monitorKeys = [
      ...new Set(
        [attributes, ...updates.map((one) => one.attributes)].flatMap(({ affected_resources: affected }) =>
          (affected ?? []).flatMap((one) => keyOfId.get(String(one.status_page_resource_id)) ?? []),
        ),
      ),
    ];
    const texts = updates
      .map(({ attributes: own }) => ({ at: Date.parse(own.published_at), body: own.message ?? "", own }))
      .filter(({ body }) => body.trim() !== "")
      .sort((a, b) => a.at - b.at);
    if (type === "maintenance") {
      if (!endsAt) say("maintenance without an end; left out.");
      else
        maintenance.push({
          externalId: String(id),
          name: title.slice(0, 200),
          description: texts.map(({ body }) => body).join("\n\n"),
          startsAt: Date.parse(startsAt),
          endsAt: Date.parse(endsAt),
          monitorKeys,
        });
      continue;
    }
    if (texts.length === 0) {
      say("it has no text; left out.");
      continue;
    }
    const isOver = endsAt !== null && endsAt !== undefined;
    const list = texts.map(({ at, body, own }, i) => ({
      at,
      body: body.slice(0, 20_000),
      status: isOver && i === texts.length - 1 ? "resolved" : statusOf(own.affected_resources, i === 0),
    }));
    incidents.push({
      externalId: String(id),
      title: title.slice(0, 200),
      impact: impactOf(updates),
      monitorKeys,
      startedAt: Date.parse(startsAt),
      ...(isOver && { resolvedAt: Date.parse(endsAt) }),
      updates: list,
    });
  }
  return { incidents, maintenance, subscribers: toSubscribers(page.subscribers ?? [], { keyOfId, notes }) };
}

/** Subscribers who chose no resources follow all of them. */
function toSubscribers(all, { keyOfId, notes }) {
  const confirmed = all
    .map(({ attributes }) => attributes)
    .filter(({ email, confirmed_at: at }) => email && at);
  const left = all.length - confirmed.length;
  if (left > 0) notes.push(`subscribers: ${left} who never confirmed their email; left out.`);
  return subscribersOf(
    confirmed.map(({ email, status_page_resource_ids: chosen }) => ({
      email,
      monitorKeys: chosen?.length
        ? [...new Set(chosen.flatMap((id) => keyOfId.get(String(id)) ?? []))]
        : null,
    })),
    notes,
  );
}

/** Updates in Better Stack have no status of their own, only what they do to each resource. */
function statusOf(affected = [], isFirst) {
  const found = affected.map(({ status }) => status);
  if (found.length > 0 && found.every((status) => REPORT_STATUSES[status] === "resolved"))
    return "monitoring";
  return isFirst ? "investigating" : "identified";
}

function impactOf(updates) {
  const found = updates.flatMap(({ attributes }) => attributes.affected_resources ?? []);
  return found.some(({ status }) => status === "downtime") ? "major" : "minor";
}
