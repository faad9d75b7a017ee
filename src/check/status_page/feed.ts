import { DAY_MS } from "../../lib/units.ts";
import { type FeedItem, listItems } from "./feed_item.ts";
import { type Impact, type Notice, type PageReport, worstOf } from "./page_report.ts";

/** An item that never says how it ended counts as open for this long after its last change. */
const OPEN_MS = 3 * DAY_MS;
const OVER = "resolved|completed|closed|recovered|cancell?ed|postmortem|post-mortem";
const OVER_TITLE = new RegExp(
  `^\\W{0,3}(${OVER})\\b\\W|\\[(${OVER})\\]|\\b(resolved|completed)\\W{0,3}$|operating normally`,
  "i",
);
const STATES = `${OVER}|monitoring|identified|investigating|update|scheduled|in progress|verifying`;
/** The state that starts each update, as all generators of such feeds write it. The first one is the latest. */
const LATEST_STATE = new RegExp(
  `(?:^|>|\\n)\\s{0,20}(?:status:\\s{0,5})?\\[?(${STATES})\\b\\]?\\s{0,20}(?:<|-|–|:|\\n|$)`,
  "i",
);
const OVER_STATE = new RegExp(`^(${OVER})$`, "i");
const PLANNED_STATE = /^(scheduled|in progress|verifying)$/i;
const PLANNED_TITLE = /\b(scheduled|planned)\b.{0,40}\b(maintenance|work)|\bmaintenance\b/i;

interface FeedOptions {
  pageUrl: string;
  components: readonly string[];
  now: number;
}

/** Feeds also list past incidents, so each item is read for its state. Null for a text that is no feed. */
export function readFeed(text: string, { pageUrl, components, now }: FeedOptions): PageReport | null {
  const items = listItems(text, pageUrl);
  if (!items) return null;
  const current = items
    .filter(({ at }) => now - at <= OPEN_MS && at - now <= DAY_MS)
    .map((item) => ({ ...item, state: stateOf(item) }))
    .filter(({ state }) => state !== "over");
  const toNotice = ({ title, url, words }: FeedItem): Notice => ({
    title,
    url,
    impact: impactIn(words),
    components: components.filter((name) => words.toLowerCase().includes(name.toLowerCase())),
  });
  const incidents = current.filter(({ state }) => state === "open").map(toNotice);
  return {
    impact: worstOf(incidents.map(({ impact }) => impact)),
    components: null,
    incidents,
    maintenances: current.filter(({ state }) => state === "maintained").map(toNotice),
  };
}

function stateOf({ title, body }: FeedItem): "over" | "planned" | "maintained" | "open" {
  const latest = LATEST_STATE.exec(body)?.[1] ?? "";
  if (OVER_TITLE.test(title) || OVER_STATE.test(latest)) return "over";
  if (/^(in progress|verifying)$/i.test(latest)) return "maintained";
  return PLANNED_STATE.test(latest) || PLANNED_TITLE.test(title) ? "planned" : "open";
}

function impactIn(words: string): Impact {
  if (/\b(major outage|full outage|critical|unavailable)\b/i.test(words)) return "critical";
  return /\bpartial outage\b/i.test(words) ? "major" : "minor";
}
