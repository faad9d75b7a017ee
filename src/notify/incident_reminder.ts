import { formatDuration } from "../lib/duration.ts";
import { escapeHtml } from "../lib/escape_html.ts";
import type { Mail } from "./mail.ts";

interface ReminderFacts {
  site: string;
  title: string;
  silentMs: number;
  url: string | null;
  to: readonly string[];
  messageId: string;
}

export function makeIncidentReminder({ site, title, silentMs, url, to, messageId }: ReminderFacts): Mail {
  const silence = formatDuration(silentMs);
  const sentences = [
    `The incident “${title}” on ${site} is open, with no update for ${silence}.`,
    "Post an update or resolve it.",
  ];
  const link = url === null ? [] : [url];
  const linked = link.map((address) => `<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`);
  return {
    messageId,
    to,
    subject: `${site}: no update of “${title}” for ${silence}`,
    text: `${[...sentences, ...link].join("\n\n")}\n`,
    html: [...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`), ...linked].join(""),
  };
}
