import { parse as parseYaml } from "yaml";
import { askService, Refusal } from "./ask.mjs";
import { writeDocuments } from "./documents.mjs";
import { sendHistory } from "./history.mjs";
import { readText } from "./input.mjs";

/** Those without `read` have no API: they convert the text of a file. */
export const SERVICES = {
  "uptime-kuma": () => import("./uptime_kuma.mjs"),
  gatus: () => import("./gatus.mjs"),
  "better-stack": () => import("./better_stack.mjs"),
  uptimerobot: () => import("./uptime_robot.mjs"),
  statuspage: () => import("./statuspage.mjs"),
  healthchecks: () => import("./healthchecks.mjs"),
  openstatus: () => import("./openstatus.mjs"),
  instatus: () => import("./instatus.mjs"),
  cachet: () => import("./cachet.mjs"),
  checkly: () => import("./checkly.mjs"),
  pagerduty: () => import("./pagerduty.mjs"),
  opsgenie: () => import("./opsgenie.mjs"),
};
const HISTORY = ["incidents", "maintenance", "subscribers"];
const NO_HISTORY = { incidents: [], maintenance: [], subscribers: [] };
/** They may have got other settings here since. */
const STAYING = new Set(["Monitor", "NotificationChannel"]);

/**
 * Shows everything first; only `apply` writes.
 *
 * @param {string} service
 * @param {{ file?: string, url?: string, apply?: boolean, ground?: string, agent?: string, json?: boolean }} options
 */
export async function moveFrom(service, { file, url, apply = false, ground = "", agent, json = false }) {
  const { read, convert } = await SERVICES[service]();
  const source = await readFrom(service, { read, file });
  const { documents, notes, history: past = NO_HISTORY } = convert(source, { agent });
  if (agent && !documents.some((document) => document.agent))
    notes.push(`--agent ${agent} has no effect: no monitor from ${service} is assigned to an agent.`);
  const history = withoutMutingWindows(past, notes);
  if (json && !apply) {
    console.log(JSON.stringify({ documents, notes, history }));
    return 0;
  }
  for (const note of notes) console.error(note);
  console.error(countsOf(documents, history));
  if (!apply) {
    process.stdout.write(writeDocuments(documents));
    console.error(
      "Nothing was written: run it again with --apply, or apply the documents on standard output.",
    );
    return 0;
  }
  const summary = await applyNew(url, documents);
  if (json) {
    const sums = await moveHistory(url, { ...history, ground });
    console.log(JSON.stringify({ documents: summary, ...sums }));
    return 0;
  }
  console.log(
    `Documents: ${summary.create} created, ${summary.update} changed, ${summary.unchanged} unchanged.`,
  );
  const sums = await moveHistory(url, { ...history, ground });
  console.log(`${"".padEnd(14)}there  added  present`);
  console.log(lineOf("documents", [documents.length, summary.create, summary.update + summary.unchanged]));
  for (const name of HISTORY)
    console.log(lineOf(name, [history[name].length, sums[name]?.added ?? 0, sums[name]?.unchanged ?? 0]));
  return 0;
}

async function applyNew(url, documents) {
  const send = async (verb, some) =>
    JSON.parse(await askService(url, `${verb}?kind=all`, writeDocuments(some)));
  const { changes } = documents.length > 0 ? await send("validate", documents) : { changes: [] };
  const wanted = withoutKnown(documents, changes);
  const kept = documents.length - wanted.length;
  if (kept > 0)
    console.error(
      `Monitors and channels that already exist are left unchanged: ${kept}. To overwrite them, run this without --apply and apply its output.`,
    );
  if (wanted.length === 0) return { create: 0, update: 0, unchanged: kept };
  const { summary } = await send("apply", wanted);
  return { ...summary, unchanged: summary.unchanged + kept };
}

function withoutKnown(documents, changes) {
  const known = new Set(
    changes.filter(({ action }) => action === "update").map(({ kind, key }) => `${kind} ${key}`),
  );
  return documents.filter(({ kind, key }) => !STAYING.has(kind) || !known.has(`${kind} ${key}`));
}

/** A window without monitors is one of all monitors, so until it ends it would mute their alerts. */
function withoutMutingWindows(history, notes) {
  const maintenance = history.maintenance.filter(
    ({ monitorKeys, endsAt }) => monitorKeys.length > 0 || endsAt <= Date.now(),
  );
  const left = history.maintenance.length - maintenance.length;
  if (left > 0) notes.push(`maintenance: ${left} upcoming without any of these monitors; left out.`);
  return { ...history, maintenance };
}

async function moveHistory(url, history) {
  const { UPTIDE_EMAIL, UPTIDE_PASSWORD } = process.env;
  const wanted = { ...history, subscribers: history.ground ? history.subscribers : [] };
  if (wanted.subscribers.length < history.subscribers.length)
    console.error(
      `${history.subscribers.length} subscribers are left out. To import them, say with --ground why they may be emailed without confirming again.`,
    );
  if (HISTORY.every((name) => wanted[name].length === 0)) return {};
  if (!UPTIDE_EMAIL || !UPTIDE_PASSWORD) {
    console.error(
      "Incidents, maintenance and subscribers are left out. To import them, set UPTIDE_EMAIL and UPTIDE_PASSWORD of an administrator.",
    );
    return {};
  }
  return await sendHistory(url, wanted);
}

function lineOf(name, numbers) {
  return `${name.padEnd(14)}${numbers.map((one, i) => String(one).padStart([5, 7, 9][i])).join("")}`;
}

function countsOf(documents, history) {
  const kinds = {};
  for (const { kind } of documents) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const parts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const more = HISTORY.filter((name) => history[name].length > 0).map(
    (name) => `${history[name].length} ${name}`,
  );
  return `To import: ${[...parts, ...more].join(", ") || "nothing"}.`;
}

async function readFrom(service, { read, file }) {
  if (file) return read ? parseFile(file) : readText(file);
  if (!read)
    throw new Refusal(`Name the file with its backup or configuration: uptide import ${service} FILE`);
  const { UPTIDE_IMPORT_KEY: key, UPTIDE_IMPORT_URL: base } = process.env;
  if (!key)
    throw new Refusal(`Set UPTIDE_IMPORT_KEY to an API key of ${service}, or pass a file with its response.`);
  return await read(key, base ? { base } : {});
}

function parseFile(file) {
  const text = readText(file);
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error.message}`);
  }
}
