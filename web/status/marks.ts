import type { Tone } from "./tone.ts";

const DISC = '<circle cx="10" cy="10" r="8.2"/>';

const SHAPES: Record<Tone, string> = {
  up: `${DISC}<path d="m6.3 10.3 2.6 2.6 4.9-5.4"/>`,
  degraded: '<path d="M10 2.4 18.3 17H1.7z"/><path d="M10 7.8v4.1m0 2.4v.1"/>',
  partial: '<path d="M10 1.7 18.3 10 10 18.3 1.7 10z"/><path d="M10 6v4.8m0 2.8v.1"/>',
  down: '<path d="M6.6 1.8h6.8l4.8 4.8v6.8l-4.8 4.8H6.6l-4.8-4.8V6.6z"/><path d="m7 7 6 6m0-6-6 6"/>',
  affected: `${DISC}<path d="M5.8 10h8.1m-3-3 3 3-3 3"/>`,
  maintenance:
    '<rect x="1.9" y="1.9" width="16.2" height="16.2" rx="4"/><path d="M13.9 6.9a2.9 2.9 0 0 1-3.8 3.8l-3.7 3.6-1-1 3.7-3.6a2.9 2.9 0 0 1 3.7-3.8l-1.6 1.7.3 1.2 1 .2z"/>',
  pending: '<circle cx="10" cy="10" r="8.2" stroke-dasharray="3.1 3.3"/><path d="M10 5.8V10l2.8 1.8"/>',
  paused: `${DISC}<path d="M7.7 6.8v6.4m4.6-6.4v6.4"/>`,
};

const COLOURS: Partial<Record<Tone, string>> = {
  up: "#16a34a",
  degraded: "#ca8a04",
  partial: "#ea580c",
  affected: "#ca8a04",
  down: "#ba1a1a",
  maintenance: "#3b6fe0",
};

export function markIcon(tone: Tone): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="${COLOURS[tone] ?? "#64748b"}" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${SHAPES[tone].replace(/\/>/, ' stroke="none"/>')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
