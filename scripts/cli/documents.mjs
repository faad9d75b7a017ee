import { stringify } from "yaml";

export function writeDocuments(documents) {
  return documents
    .map((document) =>
      stringify(document, {
        version: "1.1",
        lineWidth: 0,
        defaultStringType: "QUOTE_DOUBLE",
        defaultKeyType: "PLAIN",
      }),
    )
    .join("---\n");
}

export function keyMaker() {
  const taken = new Set();
  return (name, fallback) => {
    const slug =
      String(name)
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 58)
        .replace(/-+$/, "") || fallback;
    let key = slug;
    for (let n = 2; taken.has(key); n++) key = `${slug}-${n}`;
    taken.add(key);
    return key;
  };
}

/** Numbers the blocks of a layout: their ids have at most 40 characters, fewer than keys. */
export function blockMaker() {
  let count = 0;
  const make = (block) => ({ id: `block-${++count}`, ...block });
  return {
    cardOf: (key) => make({ type: "monitor", monitor: key }),
    groupOf: (label, children) => make({ type: "group", label: String(label), children }),
  };
}

export function compact(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

export function within(value, min, max) {
  return Math.min(max, Math.max(min, Math.round(value)));
}

/** For services that accept every status below 400: redirects that are followed never come last. */
export function statusBelow400({ follows }) {
  return follows ? "200-299" : "200-399";
}

export const WITHOUT_ICMP =
  "ICMP can't be checked from the platform: a TCP connection to port 80 replaces it. An agent can: --agent KEY.";

/** Only an agent can send ICMP. */
export function pingConfig(host, agent) {
  return agent ? { host, mode: "icmp" } : { host, port: 80 };
}

export function domainMaker(keyOf) {
  const known = new Set();
  return ({ address, warnDays, notifications }) => {
    const host = URL.parse(address)?.hostname ?? "";
    if (!host.includes(".") || /[[\]:]|^[\d.]+$/.test(host) || known.has(host)) return [];
    known.add(host);
    return [
      {
        kind: "Monitor",
        key: keyOf(`${host} domain`, "domain"),
        name: `${host} (domain)`.slice(0, 200),
        type: "domain",
        intervalSecs: 86_400,
        config: compact({ domain: host, warnDays }),
        notifications,
      },
    ];
  };
}
