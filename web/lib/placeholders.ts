export type Placeholders = Readonly<Record<string, string>>;

/** In templates of incidents. */
export const INCIDENT_PLACEHOLDERS: Placeholders = {
  monitor: "the monitor's name",
  duration: "how long it is down, or was",
  error: "what the check found",
  status: "down or up, in the words of the page",
};

/** In the texts of channels and actions. */
export const MESSAGE_PLACEHOLDERS: Placeholders = {
  title: "what happened, in one line",
  summary: "what happened, in a few sentences",
  monitor_name: "the monitor's name",
  monitor_key: "its key",
  monitor_id: "its number",
  monitor_type: "its type, such as https",
  monitor_list: "the names of all monitors in a digest",
  affected_count: "how many monitors it tells of",
  status: "up, degraded or down",
  previous_status: "what it was before",
  error_message: "what the check found",
  duration: "how long it is down, or was",
  url: "what is checked",
  link: "the monitor's page in the panel",
  checked_at: "when, as an ISO date",
  severity: "critical, warning or info",
  color: "a colour for it, such as #d32f2f",
  event_type: "alert, recovery, certificate, action_failed or test",
  event_id: "the same for every try of one message",
  event_action: "trigger or resolve",
  event_group: "what belongs together at the receiver",
  cert_host: "the host of a certificate",
  cert_expires_at: "until when the certificate is valid",
  cert_days_left: "how many days that is",
  action_name: "the action that failed",
  site_name: "the name of the status page",
};

export interface Unknown {
  name: string;
  /** The known one that was most likely meant; null when none is near. */
  nearest: string | null;
}

const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;
const MOST_NAMED = 5;

/** Names in double braces that nothing is filled in for: they go out as they are written. */
export function findUnknownPlaceholders(text: string, known: readonly string[]): Unknown[] {
  const names = new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name));
  return [...names]
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMED)
    .map((name) => ({ name, nearest: nearestOf(name, known) }));
}

function nearestOf(name: string, known: readonly string[]): string | null {
  const wanted = plain(name);
  const [first] = known
    .map((one) => ({ one, distance: distanceOf(wanted, plain(one)) }))
    .sort((a, b) => a.distance - b.distance);
  const most = Math.max(2, Math.ceil(wanted.length / 2));
  return first && first.distance <= most ? first.one : null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** How many letters have to be changed, put in or taken out. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    let diagonal = row[0] ?? 0;
    const next = [at + 1];
    for (let column = 1; column <= b.length; column++) {
      const above = row[column] ?? 0;
      const cost = letter === b[column - 1] ? 0 : 1;
      next.push(Math.min(above + 1, (next[column - 1] ?? 0) + 1, diagonal + cost));
      diagonal = above;
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
