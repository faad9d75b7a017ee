import { escapeHtml } from "../../lib/escape_html.ts";
import type { BadgeStyle } from "../../schema/badge.ts";
import type { PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import type { PageShell } from "./view.ts";

export interface Badge {
  label: string;
  message: string;
  color: string;
}

interface Wording {
  message: string;
  color: string;
  text: string;
}

const WORDING: Record<PublicMonitor["status"] | "maintenance", Wording> = {
  up: { message: "operational", color: "#1f8f4a", text: "status.up" },
  degraded: { message: "degraded", color: "#a87b00", text: "status.degraded" },
  down: { message: "down", color: "#ba1a1a", text: "status.down" },
  affected: { message: "affected", color: "#c2570c", text: "status.affected" },
  pending: { message: "no data", color: "#6b7280", text: "uptime.day.none" },
  paused: { message: "paused", color: "#6b7280", text: "status.paused" },
  maintenance: { message: "maintenance", color: "#3b6fd4", text: "status.maintenance" },
};

const PAGE_WORDING: Record<PublicPage["overall"]["status"], Wording> = {
  operational: WORDING.up,
  degraded: WORDING.degraded,
  partial_outage: { message: "partial outage", color: "#c2570c", text: "overall.partial_outage" },
  major_outage: { message: "major outage", color: WORDING.down.color, text: "overall.major_outage" },
  under_maintenance: WORDING.maintenance,
  pending: WORDING.pending,
};

const PADDING = 6;
const HEIGHT = 20;
const SHAPES: Record<BadgeStyle, { radius: number; scale: number }> = {
  flat: { radius: 4, scale: 1 },
  square: { radius: 0, scale: 1 },
  large: { radius: 4, scale: 1.5 },
};
const WIDTHS: readonly [RegExp, number][] = [
  [/[ijlt.,:;'|!fr()\- ]/, 4.5],
  [/[mwMW@%]/, 10.5],
  [/[A-Z0-9]/, 7.6],
  [/[\u0300-\u{10ffff}]/u, 11],
];

type BadgeTexts = Pick<PageShell, "locale" | "texts">;

export function badgeOf({ name, status, underMaintenance }: PublicMonitor, texts: BadgeTexts): Badge {
  const isHeld = underMaintenance && status !== "paused";
  return { label: name, ...inWords(WORDING[isHeld ? "maintenance" : status], texts) };
}

export function badgeOfPage(
  { site, overall }: Pick<PublicPage, "overall"> & { site: { name: string } },
  texts: BadgeTexts,
): Badge {
  return { label: site.name, ...inWords(PAGE_WORDING[overall.status], texts) };
}

/** English badges use short lowercase words, as is usual in READMEs. */
function inWords({ message, color, text }: Wording, { locale, texts }: BadgeTexts) {
  return { message: locale === "en" ? message : (texts[text] ?? message), color };
}

export function drawBadge({ label, message, color }: Badge, style: BadgeStyle): string {
  const { radius, scale } = SHAPES[style];
  const texts = [label, message].map((text) => ({ text: escapeXml(text), width: widthOf(text) }));
  const [left, right] = texts.map(({ width }) => width + 2 * PADDING) as [number, number];
  const drawn = texts.map(({ text, width }, i) => {
    const x = PADDING + (i === 0 ? 0 : left);
    return `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  });
  const title = escapeXml(`${label}: ${message}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(left + right) * scale}" height="${HEIGHT * scale}" viewBox="0 0 ${left + right} ${HEIGHT}" role="img" aria-label="${title}">` +
    `<title>${title}</title>` +
    `<clipPath id="r"><rect width="${left + right}" height="${HEIGHT}" rx="${radius}"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="#3d4451"/>` +
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/></g>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${drawn.join("")}</g></svg>`
  );
}

function widthOf(text: string): number {
  const widths = [...text].map((letter) => WIDTHS.find(([pattern]) => pattern.test(letter))?.[1] ?? 6.6);
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}

function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(/\p{Cc}/gu, ""));
}
