import type { AffectedComponent } from "../../domain/incident/incident.ts";
import {
  type IncidentFact,
  isMaintenanceFact,
  type MaintenanceFact,
} from "../../domain/incident/public_fact.ts";
import { nameComponent } from "../../domain/page/feed_entry.ts";
import { formatLongDuration, longTimeFormat } from "../../domain/page/time_wording.ts";
import type { Impact } from "../../schema/incident_status.ts";
import type { Mail } from "../mail.ts";
import { composeMail } from "./compose.ts";
import { type MailContent, say } from "./content.ts";
import type { EventMailFacts } from "./facts.ts";
import type { MailTone } from "./palette.ts";

const MOST_COMPONENTS = 20;
const TONES: Readonly<Record<Impact, MailTone>> = { minor: "degraded", major: "partial", critical: "down" };

type EventContent = Pick<
  MailContent,
  "subject" | "tone" | "label" | "title" | "time" | "sentences" | "markdown" | "facts" | "button"
>;

export function makeEventMail(facts: EventMailFacts): Mail {
  const { site, texts, locale, to, manageUrl, event } = facts;
  const values = { page: site.name, email: to };
  return composeMail(
    {
      ...(isMaintenanceFact(event)
        ? writeMaintenance(event, facts)
        : (event.type === "incident.postmortem" ? writePostMortemContent : writeIncident)(event, facts)),
      site,
      locale,
      addressHint: "",
      hint: "",
      foot: {
        reason: say(texts, "mail.reason.email", values),
        manage: { label: say(texts, "mail.manage"), url: manageUrl },
      },
    },
    facts,
  );
}

function writePostMortemContent({ subject, at }: IncidentFact, facts: EventMailFacts): EventContent {
  const { texts, locale, site } = facts;
  const { id, title, startedAt, resolvedAt, pageWide, postMortem } = subject;
  const label = say(texts, "incidents.postMortem");
  const lasted = resolvedAt === null ? null : formatLongDuration(Math.max(0, resolvedAt - startedAt), locale);
  return {
    subject: `${label}: ${title}`,
    title,
    tone: "quiet",
    label,
    time: formatTime(postMortem?.publishedAt ?? at, locale),
    sentences: [],
    markdown: postMortem?.body ?? "",
    facts: [
      ...affectedBy(subject, { isEverything: pageWide, texts }),
      { label: say(texts, "mail.began"), value: formatTime(startedAt, locale) },
      ...(lasted === null ? [] : [{ label: say(texts, "mail.duration"), value: lasted }]),
    ],
    button: {
      label: say(texts, "incidents.readPostMortem"),
      url: `${site.url}/incidents/${id}/post-mortem`,
    },
  };
}

function writeIncident({ subject, update, at }: IncidentFact, facts: EventMailFacts): EventContent {
  const { texts, locale, site } = facts;
  const { id, title, impact, startedAt, resolvedAt } = subject;
  const latest = update ?? subject.updates.at(-1) ?? null;
  const status = latest?.status ?? subject.status;
  const isOver = status === "resolved";
  const word = say(texts, `incidents.${status}`);
  const began = { label: say(texts, "mail.began"), value: formatTime(startedAt, locale) };
  const lasted = formatLongDuration(Math.max(0, (resolvedAt ?? at) - startedAt), locale);
  return {
    subject: `${word}: ${title}`,
    title,
    tone: isOver ? "up" : TONES[impact],
    label: isOver ? word : `${word} · ${say(texts, `incidents.${impact}`)}`,
    time: formatTime(latest?.postedAt ?? at, locale),
    sentences: [],
    markdown: latest?.body ?? "",
    facts: [
      ...affectedBy(subject, { isEverything: subject.pageWide, texts }),
      began,
      ...(isOver ? [{ label: say(texts, "mail.duration"), value: lasted }] : []),
    ],
    button: { label: say(texts, "mail.openIncident"), url: `${site.url}/incidents/${id}` },
  };
}

function writeMaintenance({ subject, news }: MaintenanceFact, facts: EventMailFacts): EventContent {
  const { texts, locale, site } = facts;
  const { id, name: title, startsAt, endsAt, allMonitors, description } = subject;
  const isOff = news === "cancelled";
  const label = say(texts, `mail.maintenance.${news}`);
  const period = longTimeFormat(locale).formatRange(startsAt, endsAt);
  return {
    subject: `${label}: ${title}`,
    title,
    tone: isOff ? "quiet" : "maintenance",
    label,
    time: `${say(texts, `mail.when.${news}`)}: ${period}`,
    sentences: [],
    markdown: description,
    facts: [
      { label: say(texts, "mail.duration"), value: formatLongDuration(endsAt - startsAt, locale) },
      ...affectedBy(subject, { isEverything: allMonitors, texts }),
    ],
    button: isOff
      ? { label: say(texts, "mail.openPage"), url: `${site.url}/` }
      : { label: say(texts, "mail.openMaintenance"), url: `${site.url}/maintenance/${id}` },
  };
}

function affectedBy(
  { components }: { components: readonly AffectedComponent[] },
  { isEverything, texts }: Pick<EventMailFacts, "texts"> & { isEverything: boolean },
): MailContent["facts"] {
  const label = say(texts, "incidents.affected");
  if (isEverything) return [{ label, value: say(texts, "maintenance.wholePage") }];
  if (components.length === 0) return [];
  const names = components.slice(0, MOST_COMPONENTS).map((component) => nameComponent(component, texts));
  const more = components.length - names.length;
  const value = [...names, ...(more > 0 ? [say(texts, "mail.more", { n: more })] : [])].join(", ");
  return [{ label, value }];
}

function formatTime(at: number, locale: string): string {
  return longTimeFormat(locale).format(at);
}
