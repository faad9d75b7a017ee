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
    const script = `const status = await fetch("${address}").then((response) => response.json());`;
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

export interface EmbedLook {
  position: keyof typeof text.embed.positions;
  when: keyof typeof text.embed.whens;
  theme: keyof typeof text.embed.themes;
  lang: string;
}

const STANDARD_LOOK = { position: "bottom-right", when: "problems", theme: "auto", lang: "" };
const FRAME_HEIGHT = 48;

export function embedForms({ root, name }: Site, look: EmbedLook): Partial<Record<Form, string>> {
  const attributes = embedAttributes(look);
  const html = `<script src="${escapeHtml(root)}/embed.js"${attributes.map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`).join("")} async></script>`;
  const lines = attributes.map(([key, value]) => `  script.dataset.${key} = ${JSON.stringify(value)};`);
  const react = [
    "useEffect(() => {",
    `  const script = document.createElement("script");`,
    `  script.src = "${root}/embed.js";`,
    ...lines,
    "  document.body.append(script);",
    "  return () => {",
    "    script.remove();",
    `    document.querySelector("uptide-status")?.remove();`,
    "  };",
    "}, []);",
  ].join("\n");
  const query = new URLSearchParams(
    Object.entries({ theme: look.theme, lang: look.lang }).filter(
      ([key, value]) => value !== STANDARD_LOOK[key as keyof EmbedLook],
    ),
  ).toString();
  const address = `${root}/embed${query && `?${query}`}`;
  const frame = `<iframe src="${escapeHtml(address)}" title="${escapeHtml(name)}" width="100%" height="${FRAME_HEIGHT}" style="border:0"></iframe>`;
  return { html, react, frame };
}

export function embedAttributes(look: Readonly<Record<keyof EmbedLook, string>>): [string, string][] {
  return Object.entries(look).filter(([key, value]) => value !== STANDARD_LOOK[key as keyof EmbedLook]);
}

function link(label: string, address: string): string {
  return `[${label.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${address})`;
}
