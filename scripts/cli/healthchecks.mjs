import { Refusal } from "./ask.mjs";
import { compact, keyMaker, within } from "./documents.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://healthchecks.io/api/v3/";

/** A key belongs to one project; a read-only one shows everything but the addresses to ping. */
export async function read(key, { base = BASE } = {}) {
  const remote = openRemote({ name: "Healthchecks", base, headers: { "X-Api-Key": key } });
  return { checks: (await remote.get("checks/"))?.checks ?? [] };
}

export function convert(data) {
  if (!Array.isArray(data?.checks))
    throw new Refusal("This isn't a Healthchecks export: expected JSON with checks.");
  const notes = [];
  const keyOf = keyMaker();
  const documents = data.checks.map((own) => {
    const name = own.name || own.slug || "Check";
    const say = (what) => notes.push(`check "${name}": ${what}`);
    say("it gets a new address: copy it from the panel.");
    if (own.status === "paused") say("it was paused; documents can't pause a monitor.");
    if (own.filter_subject || own.filter_body || own.start_kw || own.success_kw || own.failure_kw)
      say("filters by keyword have no counterpart; left out.");
    const config = compact({
      schedule: own.schedule,
      timezone: own.schedule ? own.tz : undefined,
      graceSecs: within(Number(own.grace ?? 0), 0, 604_800),
    });
    return {
      kind: "Monitor",
      key: keyOf(own.slug || name, "check"),
      name: String(name).slice(0, 200),
      type: "webhook",
      ...(own.schedule ? {} : { intervalSecs: intervalOf(own, say) }),
      config,
      tags: String(own.tags ?? "")
        .split(/\s+/)
        .filter(Boolean)
        .slice(0, 20)
        .map((label) => ({ label: label.slice(0, 50), color: "#6b7280" })),
    };
  });
  if (documents.length > 0) notes.push("integrations: a key doesn't show their settings; add channels here.");
  return {
    documents,
    notes,
    history: { source: "healthchecks", incidents: [], maintenance: [], subscribers: [] },
  };
}

function intervalOf({ timeout = 86_400 }, say) {
  if (timeout > 86_400) say("a heartbeat is expected at least once a day here: give it a schedule.");
  return within(Number(timeout), 10, 86_400);
}
