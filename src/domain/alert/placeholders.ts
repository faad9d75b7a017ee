export interface Placeholder {
  name: string;
  description: string;
}

export const CHANNEL_PLACEHOLDERS: readonly Placeholder[] = listOf({
  monitor_name: "Name of the monitor; in a digest, the number of monitors.",
  monitor_list: "Names of all affected monitors.",
  affected_count: "Number of affected monitors.",
  status: "up, degraded or down; in a digest, the worst.",
  previous_status: "The status before.",
  error_message: "The check's message; in a digest, one line per monitor.",
  monitor_type: "Type of the monitor, such as https; group for a digest.",
  monitor_key: "Key of the monitor.",
  monitor_id: "Id of the monitor; empty for a digest.",
  url: "The checked address, without credentials.",
  checked_at: "When it happened, in UTC.",
  duration: "How long it has been failing, such as 2 h 5 min.",
  event_type: "What happened, such as alert, recovery, reminder, agent_away or test.",
  event_id: "Stays the same across retries.",
  event_action: "trigger, acknowledge or resolve, as on-call services call it.",
  event_group: "status, certificate, action_failed, own_trouble or agent: what a later message resolves.",
  severity: "critical, warning or info.",
  color: "Colour of the message as #rrggbb.",
  cert_host: "Host of the certificate.",
  cert_expires_at: "When the certificate ends, in UTC.",
  cert_days_left: "Whole days until the certificate ends.",
  action_name: "Name of the action.",
  acknowledged_by: "Who acknowledged the failure.",
  acknowledgement_note: "The note left with the acknowledgement.",
  title: "What happened, in a few words.",
  summary: "What happened, in sentences.",
  link: "Address of the monitor in the panel.",
  site_name: "Name of the site.",
});

export const ACTION_PLACEHOLDERS: readonly Placeholder[] = [
  ...CHANNEL_PLACEHOLDERS,
  ...listOf({ down_since: "First failing check of the outage, in UTC." }),
];

export const INCIDENT_PLACEHOLDERS: readonly Placeholder[] = listOf({
  monitor: "Name of the monitor, as visitors read it.",
  since: "When the outage began, in UTC and the language of the wording.",
  duration: "How long the outage had lasted when the text was posted, in the language of the wording.",
  error: "The check's message. Visitors will see it.",
  status: "Down or up again, in the language of the wording.",
});

export function secretPlaceholders(name: string): Placeholder[] {
  return [
    { name: `secret_${name}`, description: `The secret ${name}.` },
    { name: `secret_${name}_basic`, description: `User and password of ${name}, as Basic takes them.` },
  ];
}

interface UnknownPlaceholder {
  name: string;
  nearest: string;
  isNear: boolean;
}

export interface PlaceholderWarning {
  path: string;
  message: string;
}

const WRITTEN = /\{\{\s*([^{}\s][^{}]{0,79}?)\s*\}\}/g;
const MOST_WARNINGS = 100;

export function listPlaceholderWarnings(
  texts: readonly { path: string; text: string }[],
  known: readonly Placeholder[],
): PlaceholderWarning[] {
  const warnings = texts.flatMap(({ path, text }) =>
    listUnknownPlaceholders(text, known).map((unknown) => ({ path, message: describeUnknown(unknown) })),
  );
  return warnings.slice(0, MOST_WARNINGS);
}

export function listUnknownPlaceholders(text: string, known: readonly Placeholder[]): UnknownPlaceholder[] {
  const names = new Set(known.map(({ name }) => name));
  const written = new Set([...text.matchAll(WRITTEN)].map(([, name = ""]) => name));
  return [...written].filter((name) => !names.has(name)).map((name) => ({ name, ...nearestOf(name, names) }));
}

function describeUnknown({ name, nearest }: UnknownPlaceholder): string {
  return `There is no placeholder {{${name}}}, so it stays as written: the nearest is {{${nearest}}}.`;
}

function nearestOf(name: string, names: Iterable<string>): Omit<UnknownPlaceholder, "name"> {
  const [first] = [...names]
    .map((known) => ({ known, distance: levenshteinDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance);
  if (!first) return { nearest: "", isNear: false };
  return { nearest: first.known, isNear: first.distance <= Math.max(2, Math.ceil(name.length / 2)) };
}

function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (char === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function listOf(descriptions: Readonly<Record<string, string>>): Placeholder[] {
  return Object.entries(descriptions).map(([name, description]) => ({ name, description }));
}
