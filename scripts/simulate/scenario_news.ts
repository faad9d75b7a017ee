import type { Random } from "./random.ts";
import type { Action, Monitor } from "./scenario.ts";
import { type StatusPage, spreadOverPages } from "./scenario_pages.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;

export type NewsType =
  | "incident.created"
  | "incident.updated"
  | "incident.resolved"
  | "maintenance.scheduled";
const TYPES = ["incident.created", "incident.updated", "incident.resolved", "maintenance.scheduled"] as const;
type UpdateStatus = "identified" | "monitoring" | "resolved";

export interface Follower extends Action {
  page: string;
  type: "email" | "webhook";
  signsUpAt: number;
  confirmsAfterMs: number;
  leavesAt: number | null;
  events: NewsType[];
  /** None: the whole page. */
  monitors: string[];
}

export interface Story {
  title: string;
  at: number;
  monitors: string[];
  /** The pages it names, which count only if it has no monitors. Empty means the main page. */
  pages: string[];
  notifies: boolean;
  draftMs: number | null;
  updates: { body: string; at: number; status: UpdateStatus; plannedMs: number | null }[];
}

/** Comes after everything else, because it must affect no check. */
export interface Notice {
  name: string;
  at: number;
  monitors: string[];
  /** The pages it names, which count only if it has no monitors. Empty means every page. */
  pages: string[];
  notifies: boolean;
  cancelledAt: number | null;
}

export interface News {
  pages: StatusPage[];
  followers: Follower[];
  stories: Story[];
  notices: Notice[];
}

export function drawNews(
  random: Random,
  {
    monitors,
    span,
    drawTroubles,
  }: {
    monitors: readonly Monitor[];
    span: Span;
    drawTroubles: (random: Random, span: Span) => Action["troubles"];
  },
): News {
  const keys = monitors.slice(0, 50).map(({ key }) => key);
  const placed = keys.filter(() => random.chance(0.7));
  const some = (of: readonly string[]) => (random.chance(0.4) ? [] : of.filter(() => random.chance(0.5)));
  const moment = () => Math.round(span.from + random.next() * (span.to - span.from));
  const followers = Array.from({ length: random.whole(0, 5) }, (_, i): Omit<Follower, "page"> => {
    const own = random.fork(`follower ${i}`);
    const signsUpAt = random.chance(0.7) ? span.from + random.whole(0, 10) * MINUTE_MS : moment();
    return {
      key: `f${i + 1}`,
      type: random.pick(["email", "webhook"]),
      signsUpAt,
      confirmsAfterMs: random.whole(1, 20) * MINUTE_MS,
      leavesAt: random.chance(0.3) ? Math.max(moment(), signsUpAt) : null,
      events: TYPES.filter(() => random.chance(0.8)),
      monitors: some(placed),
      troubles: drawTroubles(own, span),
    };
  }).filter(({ events }) => events.length > 0);
  const stories = Array.from({ length: random.whole(0, 4) }, (_, i) =>
    drawStory(random, { title: `Story ${i + 1}.`, at: moment(), monitors: some(keys), span }),
  );
  const notices = Array.from({ length: random.whole(0, 2) }, (_, i): Omit<Notice, "pages"> => {
    const at = moment();
    const cancelledAt = random.chance(0.4) ? at + random.whole(1, 30) * MINUTE_MS : null;
    return { name: `Notice ${i + 1}.`, at, monitors: some(keys), notifies: random.chance(0.8), cancelledAt };
  });
  return spreadOverPages(random.fork("pages"), { placed, followers, stories, notices }, keys);
}

function drawStory(
  random: Random,
  { title, at, monitors, span }: Pick<Story, "title" | "at" | "monitors"> & { span: Span },
): Omit<Story, "pages"> {
  const draftMs = random.chance(0.2) ? random.whole(1, 15) * MINUTE_MS : null;
  const updates: Story["updates"] = [];
  let then = at + (draftMs ?? 0);
  while (updates.length < 4 && random.chance(0.7)) {
    then += random.whole(1, 25) * MINUTE_MS;
    if (then >= span.to) break;
    updates.push({
      body: `Update ${updates.length + 1} of ${title}`,
      at: then,
      status: random.pick(["identified", "monitoring", "resolved"]),
      plannedMs: random.chance(0.25) ? random.whole(2, 20) * MINUTE_MS : null,
    });
  }
  return { title, at, monitors, notifies: random.chance(0.85), draftMs, updates };
}
