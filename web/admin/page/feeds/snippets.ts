import { escapeHtml } from "../../../../src/lib/escape_html.ts";
import { text } from "../../text/feeds.ts";

export type Form = keyof typeof text.forms;

export interface Source {
  id: string;
  label: string;
  path: string;
  forms: Partial<Record<Form, string>>;
}

interface Site {
  /** Without a trailing slash. */
  root: string;
  name: string;
}

const PUBLIC = "/api/v1/public";
const SHIELDS = "https://img.shields.io/endpoint?url=";

export function feedSources({ root, name }: Site): Source[] {
  return [
    { id: "rss", path: `${PUBLIC}/incidents.rss`, kind: "rss", label: text.feeds.rss },
    { id: "atom", path: `${PUBLIC}/incidents.atom`, kind: "atom", label: text.feeds.atom },
    { id: "statuspageRss", path: "/history.rss", kind: "rss", label: text.feeds.statuspageRss },
    { id: "statuspageAtom", path: "/history.atom", kind: "atom", label: text.feeds.statuspageAtom },
  ].map(({ id, path, kind, label }) => {
    const address = `${root}${path}`;
    const html = `<link rel="alternate" type="application/${kind}+xml" title="${escapeHtml(name)}" href="${escapeHtml(address)}">`;
    return { id, label, path, forms: { address, html, markdown: link(text.feeds.link, address) } };
  });
}

export function teamChatSources({ root }: Site): Source[] {
  const path = `${PUBLIC}/team-chat.rss`;
  const address = `${root}${path}`;
  return [
    {
      id: "teamChat",
      label: text.teamChat.feed,
      path,
      forms: { address, command: `/feed subscribe ${address}` },
    },
  ];
}

export function apiSources({ root }: Site): Source[] {
  const words = text.api;
  return [
    { id: "summary", path: `${PUBLIC}/summary.json` },
    { id: "components", path: `${PUBLIC}/components.json` },
    { id: "statuspageSummary", path: "/api/v2/summary.json" },
    { id: "statuspageStatus", path: "/api/v2/status.json" },
    { id: "statuspageComponents", path: "/api/v2/components.json" },
    { id: "statuspageIncidents", path: "/api/v2/incidents.json" },
  ].map(({ id, path }) => {
    const address = `${root}${path}`;
    const script = `const status = await fetch("${address}").then((answer) => answer.json());`;
    const label = words[id as keyof typeof words];
    return { id, label, path, forms: { address, shell: `curl -fsS ${address}`, script } };
  });
}

export function calendarSources({ root }: Site): Source[] {
  const path = `${PUBLIC}/maintenance.ics`;
  const address = `${root}${path}`;
  const html = `<a href="${escapeHtml(address.replace(/^https?:/, "webcal:"))}">${text.calendar.link}</a>`;
  const markdown = link(text.calendar.link, address);
  return [{ id: "calendar", label: text.calendar.address, path, forms: { address, html, markdown } }];
}

export type BadgeLook = keyof typeof text.badges.styles;

export function badgeSource(
  { root }: Site,
  { of, name, look }: { of: string; name: string; look: BadgeLook },
): Source {
  const isShields = look === "shields";
  const path = `${PUBLIC}/badge/${of}.${isShields ? "json" : "svg"}`;
  const query = look === "flat" || isShields ? "" : `?style=${look}`;
  const address = isShields ? SHIELDS + encodeURIComponent(root + path) : `${root}${path}${query}`;
  const html = `<a href="${escapeHtml(root)}/"><img src="${escapeHtml(address)}" alt="${escapeHtml(name)}"></a>`;
  const markdown = `[!${link(name, address)}](${root}/)`;
  return { id: "badge", label: name, path: `${path}${query}`, forms: { address, html, markdown } };
}

function link(label: string, address: string): string {
  return `[${label.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${address})`;
}
