import {
  type IncidentFact,
  isMaintenanceFact,
  type MaintenanceFact,
  type PublicFact,
} from "../../domain/incident/public_fact.ts";
import { localiseWindow } from "../../domain/incident/window_words.ts";
import { type IncidentWords, wordsIn } from "../../domain/incident/wording.ts";
import type { FeedEntry } from "../../domain/page/feed.ts";
import {
  type FeedContext,
  statusWord,
  writeComponents,
  writeTime,
  writeUpdate,
} from "../../domain/page/feed_entry.ts";
import { escapeHtml } from "../../lib/escape_html.ts";
import { renderMarkdown } from "../../lib/markdown.ts";

export function toFactEntry(fact: PublicFact, feed: FeedContext, words: IncidentWords): FeedEntry {
  const at = new Date(fact.at).toISOString();
  const common = { id: fact.id, publishedAt: at, updatedAt: at };
  return isMaintenanceFact(fact)
    ? { ...common, ...writeMaintenance(fact, feed) }
    : { ...common, ...writeIncident(fact, feed, words) };
}

type FeedText = Pick<FeedEntry, "url" | "title" | "html" | "categories">;

function writeIncident(fact: IncidentFact, feed: FeedContext, words: IncidentWords): FeedText {
  const { subject } = fact;
  const own = words[subject.id];
  const title = wordsIn(own?.title ?? {}, feed.locale).title ?? subject.title;
  if (fact.type === "incident.postmortem") {
    const label = feed.texts["incidents.postMortem"] ?? "";
    const written = wordsIn(own?.postMortem ?? {}, feed.locale).body ?? subject.postMortem?.body ?? "";
    return {
      url: `${feed.baseUrl}/incidents/${subject.id}/post-mortem`,
      title: `${label}: ${title}`,
      html: renderMarkdown(written) + writeComponents(subject.components, feed),
      categories: [fact.type],
    };
  }
  const update = fact.update ?? subject.updates.at(-1) ?? null;
  const status = statusWord(update?.status ?? subject.status, feed);
  const body = update && (wordsIn(own?.updates[update.id] ?? {}, feed.locale).body ?? update.body);
  const updateHtml = update
    ? writeUpdate(
        { status: update.status, body: body ?? "", postedAt: new Date(update.postedAt).toISOString() },
        feed,
      )
    : `<p><strong>${escapeHtml(status)}</strong></p>`;
  return {
    url: `${feed.baseUrl}/incidents/${subject.id}`,
    title: `${status}: ${title}`,
    html: updateHtml + writeComponents(subject.components, feed),
    categories: [fact.type],
  };
}

const WINDOW_WORDS = {
  scheduled: "maintenance.not_started",
  rescheduled: "maintenance.rescheduled",
  cancelled: "maintenance.cancelled",
  started: "maintenance.in_progress",
  completed: "maintenance.completed",
} as const;

function writeMaintenance({ type, subject, news }: MaintenanceFact, feed: FeedContext): FeedText {
  const { id, name, description, startsAt, endsAt, components } = localiseWindow(subject, feed.locale);
  const period = `${writeTime(startsAt, feed)} – ${writeTime(endsAt, feed)}`;
  return {
    url: news === "cancelled" ? `${feed.baseUrl}/` : `${feed.baseUrl}/maintenance/${id}`,
    title: `${feed.texts[WINDOW_WORDS[news]] ?? ""}: ${name}`,
    html: `<p>${escapeHtml(period)}</p>${renderMarkdown(description)}${writeComponents(components, feed)}`,
    categories: [type],
  };
}
