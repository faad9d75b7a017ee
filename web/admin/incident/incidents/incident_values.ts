import type { Incident } from "../../../../src/schema/incident.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { queryOf } from "../../../lib/router.ts";
import { parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import type { NumberText } from "../../../ui/number_text.ts";
import { getIncident } from "../../api/incident.ts";
import { nameMonitors } from "../../live/monitor_names.ts";
import { text } from "../../text/incident.ts";
import { text as componentText } from "../../text/incident_component.ts";
import { text as reminderText } from "../../text/incident_reminder.ts";
import { text as pagesText } from "../../text/pages.ts";
import { type ComponentChoices, choicesOf } from "./component_words.ts";

export interface IncidentValues {
  title: string;
  impact: Incident["impact"];
  monitorIds: readonly number[];
  pageKeys: readonly string[];
  components: ComponentChoices;
  startedAt: string;
  resolvedAt: string;
  status: Incident["status"];
  body: string;
  locales: LocaleWords;
  draft: boolean;
  notifySubscribers: boolean;
  nagHours: NumberText;
}

export type LocaleWords = Readonly<Record<string, { title?: string; body?: string }>>;

export function newValues(now: number, monitorIds: readonly number[]): IncidentValues {
  return {
    title: "",
    impact: "minor",
    monitorIds,
    pageKeys: [],
    components: {},
    startedAt: toLocalInput(now),
    resolvedAt: "",
    status: "investigating",
    body: "",
    locales: {},
    draft: false,
    notifySubscribers: true,
    nagHours: null,
  };
}

export function valuesOf(stored: Incident): IncidentValues {
  const { title, impact, monitorIds, status, draft, notifySubscribers, startedAt, resolvedAt } = stored;
  return {
    title,
    impact,
    monitorIds,
    pageKeys: stored.pageKeys,
    components: choicesOf(stored.components),
    startedAt: toLocalInput(startedAt),
    resolvedAt: resolvedAt === null ? "" : toLocalInput(resolvedAt),
    status,
    body: "",
    locales: titlesIn(stored.locales),
    draft,
    notifySubscribers,
    nagHours: stored.nagHours,
  };
}

export function editOf(stored: Incident): Edited<IncidentValues, Incident> {
  const { impact, startedAt, resolvedAt } = text;
  return {
    stored,
    read: async () => await getIncident(readTimeout(), stored.id),
    toValues: valuesOf,
    ownFields: ["status", "body", "draft", "notifySubscribers"],
    labels: {
      title: text.name,
      impact,
      monitorIds: text.monitors,
      pageKeys: pagesText.onPages,
      components: componentText.title,
      nagHours: reminderText.label,
      startedAt,
      resolvedAt,
      locales: text.languages.title,
    },
    // Saving a new title without its translations would remove them.
    ties: [["title", "locales"]],
    describe: { monitorIds: nameMonitors, components: describeComponents },
  };
}

export function readTime(
  name: "startedAt" | "resolvedAt",
  { values, before }: { values: IncidentValues; before: number },
): { at: number; problem?: Problem } {
  if (toLocalInput(before) === values[name]) return { at: before };
  const at = parseLocalInput(values[name]);
  if (at !== null) return { at };
  // Invalid times are sent as null, for the server to reject.
  return { at: null as unknown as number, problem: { path: name, message: text.timeMissing } };
}

export function nagHoursOf({ nagHours }: IncidentValues): number | null {
  return nagHours as number | null;
}

export function wordsOf<Part extends "title" | "body">(
  locales: LocaleWords,
  parts: readonly Part[],
): Record<string, Record<Part, string>> {
  const said = Object.entries(locales).map(([code, words]) => {
    const given = parts.flatMap((part) => (words[part]?.trim() ? [[part, words[part]] as const] : []));
    return [code, Object.fromEntries(given)] as const;
  });
  return Object.fromEntries(said.filter(([, words]) => Object.keys(words).length > 0)) as Record<
    string,
    Record<Part, string>
  >;
}

function describeComponents(choices: ComponentChoices): string {
  const said = Object.entries(choices).flatMap(([id, status]) =>
    status ? [componentText.said(nameMonitors([Number(id)]), componentText.statuses[status])] : [],
  );
  return said.join(", ") || "–";
}

function titlesIn(locales: Incident["locales"]): LocaleWords {
  return wordsOf(locales as LocaleWords, ["title"]);
}

export function monitorsInAddress(): number[] {
  return queryOf("monitors")
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}
