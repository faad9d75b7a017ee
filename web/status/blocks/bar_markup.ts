import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { DAY, STEP } from "./bar_scale.ts";
import { letterOf } from "./day_text.ts";

const HEIGHT = 30;

type Status = PublicUptimeDay["status"];

const SOLID: ReadonlySet<Status> = new Set(["operational", "down", "none"]);
const EMPTY: Partial<Record<Status, number>> = { degraded: 11, partial: 19 };

export function barMarkup(days: readonly PublicUptimeDay[]): string {
  const paths = new Map<Status, string>();
  const first = days.findIndex(({ status }) => status !== "none");
  days.forEach(({ status }, at) => {
    const path = paths.get(status) ?? "";
    if (at < first || (SOLID.has(status) && days[at - 1]?.status === status)) return;
    paths.set(status, path + (SOLID.has(status) ? lineOf(days, at) : markOf(status, at * STEP)));
  });
  const drawn = [...paths].map(([status, path]) => `<path class="${letterOf(status)}" d="${path}"/>`);
  const width = round(days.length * STEP - (STEP - DAY));
  return `<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">${drawn.join("")}</svg>`;
}

function lineOf(days: readonly PublicUptimeDay[], from: number): string {
  const { status } = days[from]!;
  const end = days.findIndex((day, at) => at > from && day.status !== status);
  const count = (end < 0 ? days.length : end) - from;
  return `M${from * STEP} ${HEIGHT / 2}h${count * STEP}`;
}

function markOf(status: Status, left: number): string {
  const top = EMPTY[status];
  if (top === undefined) return `M${round(left + DAY / 2)} 0v${HEIGHT}`;
  // The box, then its empty part drawn in the opposite direction, which cuts it out.
  return `M${left} ${top}V0h${DAY}v${HEIGHT}h-${DAY}V${top}h${DAY}V0h-${DAY}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
