import type { PublicFact } from "../../domain/incident/public_fact.ts";
import { escapeHtml } from "../../lib/escape_html.ts";
import type { Mail } from "../mail.ts";
import type { EventMailFacts } from "./facts.ts";

/** What was published, as a mail. */
export function makeEventMail(facts: EventMailFacts): Mail {
  const { site, event, to, messageId, threadId, manageUrl, unsubscribeUrl } = facts;
  const { title, body, url } = tell(event, facts);
  const lines = [title, body, url, manageUrl].filter((line) => line !== "");
  return {
    messageId,
    to: [to],
    subject: `[${site.name}] ${title}`,
    text: `${lines.join("\n\n")}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(""),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      ...(threadId !== null && { "In-Reply-To": `<${threadId}>`, References: `<${threadId}>` }),
    },
  };
}

function tell(event: PublicFact, { site, texts }: EventMailFacts) {
  if (event.type === "maintenance.scheduled") {
    const { id, name, description } = event.subject;
    const word = texts[`maintenance.${event.news === "scheduled" ? "not_started" : event.news}`] ?? "";
    return { title: `${word}: ${name}`, body: description, url: `${site.url}/maintenance/${id}` };
  }
  const { id, title, status, updates } = event.subject;
  const update = event.update ?? updates.at(-1);
  const word = texts[`incidents.${update?.status ?? status}`] ?? "";
  return { title: `${word}: ${title}`, body: update?.body ?? "", url: `${site.url}/incidents/${id}` };
}
