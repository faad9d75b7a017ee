import { compact, within } from "./documents.mjs";

const CONTEXT = /\[CONTEXT\]\.([\w-]+)/g;
const MOST_STEPS = 10;

/** Values stored by an endpoint become variables for later steps of the flow. */
export function toFlows(suites, { notes, agent, headOf, httpConfig, durationMs }) {
  return suites.flatMap((suite) => {
    const say = (what) => notes.push(`suite "${suite.name}": ${what}`);
    const steps = toSteps(suite, { say, httpConfig });
    if (steps.length === 0) {
      say("it has no HTTP endpoint; left out.");
      return [];
    }
    if (steps.length > MOST_STEPS)
      say(`a flow has at most ${MOST_STEPS} steps; the later ones are left out.`);
    if (suite.enabled === false) say("it was switched off; documents can't pause a monitor.");
    return [
      {
        ...headOf(suite),
        type: "flow",
        ...(agent && { agent }),
        intervalSecs: within(durationMs(suite.interval ?? "10m") / 1000, 10, 86_400),
        timeoutMs: within(durationMs(suite.timeout ?? "5m"), 1000, 300_000),
        config: { steps: steps.slice(0, MOST_STEPS) },
        ...(suite.group && { tags: [{ label: String(suite.group).slice(0, 50), color: "#6b7280" }] }),
      },
    ];
  });
}

function toSteps(suite, { say, httpConfig }) {
  const stored = new Set();
  return (suite.endpoints ?? []).flatMap((endpoint) => {
    const note = (what) => say(`endpoint "${endpoint.name}": ${what}`);
    const filled = fill(endpoint, { context: suite.context ?? {}, stored });
    if (!/^https?:\/\//.test(filled.url ?? "")) {
      note(`the address ${filled.url} can't be a step; left out.`);
      return [];
    }
    if (endpoint["always-run"])
      note("always-run has no counterpart: the first step that is down ends a flow.");
    if (endpoint.alerts?.length > 0) note("its alerts are left out: link channels to the flow.");
    const { certExpiry: _, ...request } = compact(httpConfig(filled, note));
    const capture = toCaptures(endpoint.store ?? {}, note);
    for (const name of Object.keys(capture)) stored.add(name);
    return [{ name: String(endpoint.name ?? "").slice(0, 100), request, capture }];
  });
}

function fill(endpoint, { context, stored }) {
  const fillText = (text) =>
    text.replace(CONTEXT, (whole, name) =>
      stored.has(name) ? `{{${name}}}` : name in context ? String(context[name]) : whole,
    );
  const fillAll = (value) => {
    if (typeof value === "string") return fillText(value);
    if (Array.isArray(value)) return value.map(fillAll);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillAll(part)]));
  };
  const { conditions = [], ...rest } = endpoint;
  const literal = conditions.map((one) =>
    one.replace(CONTEXT, (whole, name) =>
      !stored.has(name) && name in context ? String(context[name]) : whole,
    ),
  );
  return { ...fillAll(rest), conditions: literal };
}

function toCaptures(store, note) {
  return Object.fromEntries(
    Object.entries(store).flatMap(([name, from]) => {
      const path = /^\[BODY\]\.(.+)$/.exec(from)?.[1];
      if (path && /^[A-Za-z_][\w-]*$/.test(name)) return [[name, { from: "json", path: `$.${path}` }]];
      if (from === "[STATUS]") return [[name, { from: "status" }]];
      if (from === "[BODY]") return [[name, { from: "regex", path: "[\\s\\S]+" }]];
      note(`what it stores as ${name} (${from}) has no counterpart; left out.`);
      return [];
    }),
  );
}
