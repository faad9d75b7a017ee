import { escapeHtml } from "../../lib/escape_html.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import type { ComponentStatus } from "../../schema/incident_status.ts";
import type { PublicIncident, PublicPage } from "../../schema/public_page.ts";
import type { FeedEntry } from "./feed.ts";

export interface FeedContext {
  locale: string;
  texts: PublicPage["texts"];
  baseUrl: string;
}

interface PublishedUpdate {
  body: string;
  status: string;
  postedAt: string;
  components?: readonly TaggedComponent[] | undefined;
}

interface TaggedComponent {
  name: string;
  status?: ComponentStatus | undefined;
}

export function toIncidentEntry(incident: PublicIncident, feed: FeedContext): FeedEntry {
  const { id, title, status, impact, createdAt, updatedAt, updates, components } = incident;
  const url = `${feed.baseUrl}/incidents/${id}`;
  const updateHtml =
    writePostMortem(incident, feed) + updates.map((update) => writeUpdate(update, feed)).join("");
  return {
    id: url,
    url,
    title,
    publishedAt: createdAt,
    updatedAt,
    html: (updateHtml || writeStatus(status, feed)) + writeComponents(components, feed),
    categories: [statusWord(status, feed), feed.texts[`incidents.${impact}`] ?? impact],
  };
}

function writePostMortem({ postMortem }: PublicIncident, feed: FeedContext): string {
  if (!postMortem) return "";
  const { body, publishedAt } = postMortem;
  const at = `<time datetime="${publishedAt}">${escapeHtml(writeTime(publishedAt, feed))}</time>`;
  const label = escapeHtml(feed.texts["incidents.postMortem"] ?? "");
  return `<p><strong>${label}</strong> – ${at}</p>${renderMarkdown(body)}`;
}

export function statusWord(status: string, { texts }: Pick<FeedContext, "texts">): string {
  return texts[`incidents.${status}`] ?? status;
}

export function writeUpdate(
  { body, status, postedAt, components = [] }: PublishedUpdate,
  feed: FeedContext,
): string {
  const at = `<time datetime="${postedAt}">${escapeHtml(writeTime(postedAt, feed))}</time>`;
  return `<p><strong>${escapeHtml(statusWord(status, feed))}</strong> – ${at}</p>${renderMarkdown(body)}${writeComponents(components, feed)}`;
}

export function writeComponents(components: readonly TaggedComponent[], { texts }: FeedContext): string {
  if (components.length === 0) return "";
  const names = components.map((component) => nameComponent(component, texts)).join(", ");
  return `<p>${escapeHtml(`${texts["incidents.affected"] ?? ""}: ${names}`)}</p>`;
}

export function nameComponent(
  { name, status }: TaggedComponent,
  texts: Readonly<Record<string, string>>,
): string {
  return status ? `${name} (${texts[`incidents.component.${status}`] ?? status})` : name;
}

export function writeTime(time: string | number, { locale }: Pick<FeedContext, "locale">): string {
  return new Intl.DateTimeFormat([locale, "en"], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
    timeZoneName: "short",
  }).format(new Date(time));
}

function writeStatus(status: string, feed: FeedContext): string {
  return `<p><strong>${escapeHtml(statusWord(status, feed))}</strong></p>`;
}
