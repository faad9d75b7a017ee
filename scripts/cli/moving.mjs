import { readFileSync } from "node:fs";
import { parse as parseYaml } from "yaml";
import { askService, Refusal } from "./ask.mjs";
import { writeDocuments } from "./documents.mjs";
import { sendHistory } from "./history.mjs";

export const SERVICES = {
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

/**
 * Shows everything first; only `apply` writes.
 *
 * @param {string} service
 * @param {{ file?: string, url?: string, apply?: boolean, ground?: string, agent?: string, json?: boolean }} options
 */
export async function moveFrom(service, { file, url, apply = false, ground = "", agent, json = false }) {
  const { read, convert } = await SERVICES[service]();
  const { documents, notes, history } = convert(file ? parseFile(file) : await readService(service, read), {
    agent,
  });
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
  const text = writeDocuments(documents);
  await askService(url, "validate?kind=all", text);
  const { summary } = JSON.parse(await askService(url, "apply?kind=all", text));
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

async function moveHistory(url, history) {
  const { UPTIDE_EMAIL, UPTIDE_PASSWORD } = process.env;
  const wanted = { ...history, subscribers: history.ground ? history.subscribers : [] };
  if (wanted.subscribers.length < history.subscribers.length)
    console.error(
      `${history.subscribers.length} subscribers are left out: --ground says why they may be emailed without confirming again.`,
    );
  if (HISTORY.every((name) => wanted[name].length === 0)) return {};
  if (!UPTIDE_EMAIL || !UPTIDE_PASSWORD) {
    console.error(
      "Incidents, maintenance and subscribers are left out: they take an administrator, in UPTIDE_EMAIL and UPTIDE_PASSWORD.",
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
  return `Comes: ${[...parts, ...more].join(", ") || "nothing"}.`;
}

async function readService(service, read) {
  const { UPTIDE_IMPORT_KEY: key, UPTIDE_IMPORT_URL: base } = process.env;
  if (!key)
    throw new Refusal(`Set UPTIDE_IMPORT_KEY to an API key of ${service}, or pass a file with its response.`);
  return await read(key, base ? { base } : {});
}

function parseFile(file) {
  try {
    const text = readFileSync(file === "-" ? 0 : file, "utf8");
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error.message}`);
  }
}
