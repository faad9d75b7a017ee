#!/usr/bin/env node
import "./polyfills.mjs";
import { writeFileSync } from "node:fs";
import { runAgentCommand } from "./agent.mjs";
import { askService, Refusal } from "./ask.mjs";
import { describeChanges } from "./changes.mjs";
import { completionFor } from "./completion.mjs";
import { documentsIn, readFiles } from "./input.mjs";
import { maintain } from "./maintenance.mjs";
import { moveFrom, SERVICES } from "./moving.mjs";
import { readArguments } from "./options.mjs";
import { paintFor } from "./paint.mjs";

const USAGE = `uptide export [--kind KINDS] [--key KEY] [-f FILE] --url URL  write the configuration as YAML
uptide validate -f FILES --url URL                           check documents
uptide diff -f FILES --url URL                               show what apply would change
uptide apply -f FILES --url URL                              create and change what the documents say
uptide import SERVICE [FILE] [--apply] [--ground WHY] [--agent KEY]   import from another service:
  ${Object.keys(SERVICES).join(", ")}
uptide maintenance start --name NAME [--monitors KEYS] [--minutes N] [--notify]   put monitors into maintenance
uptide maintenance end ID                                    end it early
uptide agent --url URL --token TOKEN [--env-file FILE] [--secrets-dir FOLDER]   check monitors from inside a private network
uptide completion bash|zsh|fish                              print a shell completion script

--json prints one line of JSON instead of text, also for errors.
Set UPTIDE_IMPORT_KEY to the other service's API key. To import incidents, maintenance and subscribers, also set
UPTIDE_EMAIL and UPTIDE_PASSWORD of an administrator, and UPTIDE_CODE with a second factor.
The API token is taken from UPTIDE_TOKEN, the address from --url or UPTIDE_URL. Use - as FILE to read standard input.
Separate FILES with spaces: their documents are checked and applied together. uptime-kuma, gatus and openstatus need FILE.
Separate KEYS with commas. Without KEYS, all monitors are in maintenance. Default for N: 30.
Separate KINDS with commas, or use all to include pages, branding, templates, languages, maintenance and schedules.
The agent takes its own token from --token or UPTIDE_AGENT_TOKEN.
Exit status: 0 done or unchanged, 1 failed, 2 diff found changes or the agent's token was refused.`;

const PAGE_KINDS =
  /\bkind["']?\s*:\s*["']?(Page|PageSettings|Layout|Branding|IncidentTemplate|Locale|Maintenance|Schedule)\b/;
const COMMANDS = {
  export: exportAll,
  validate,
  diff,
  apply,
  import: importFrom,
  maintenance: maintain,
  agent: runAgentCommand,
  completion: complete,
};

async function main() {
  const { command, values, words } = readArguments();
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, command)) throw new Refusal(USAGE);
  return await COMMANDS[command](values, words);
}

function say(response, code) {
  console.log(JSON.stringify(response));
  return code;
}

function complete(_, [shell]) {
  process.stdout.write(completionFor(shell, Object.keys(SERVICES)));
  return 0;
}

async function exportAll({ url, file, kind, key, json }) {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(key && { key }) });
  const yaml = await askService(url, `export${query.size > 0 ? `?${query}` : ""}`);
  const text = json ? `${JSON.stringify(documentsIn(yaml))}\n` : yaml;
  if (file && file !== "-") write(file, text);
  else process.stdout.write(text);
  return 0;
}

function write(file, text) {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Refusal(`${file} can't be written: ${error.message}`);
  }
}

async function validate({ url, files, kind, json }) {
  const response = JSON.parse(await send("validate", readFiles(files), { url, kind }));
  const { summary } = response;
  if (json) return say(response, 0);
  console.log(`Valid: ${countsOf(summary)}.`);
  return 0;
}

async function apply({ url, files, kind, json }) {
  const response = JSON.parse(await send("apply", readFiles(files), { url, kind }));
  const { summary, changes } = response;
  if (json) return say(response, 0);
  const paint = paintFor(process.stdout);
  for (const { kind, key, action, fields = [] } of changes) {
    if (action === "create") console.log(paint.added(`+ ${kind} ${key}`));
    if (action === "update") console.log(paint.changed(`~ ${kind} ${key}: ${fields.join(", ")}`));
  }
  const { create, update, unchanged } = summary;
  console.log(`Applied: ${create} created, ${update} changed, ${unchanged} unchanged.`);
  return 0;
}

async function diff({ url, files, kind, json }) {
  const text = readFiles(files);
  const response = JSON.parse(await send("validate", text, { url, kind }));
  const { summary, changes } = response;
  if (json) return say(response, summary.create + summary.update === 0 ? 0 : 2);
  if (summary.create + summary.update === 0) {
    console.log("Nothing would change.");
    return 0;
  }
  const updates = changes.filter(({ action }) => action === "update");
  const [stored, schema] = await Promise.all([
    readStored(url, updates),
    askService(url, "/schema/config.json?kind=all"),
  ]);
  const lines = describeChanges(changes, {
    wanted: documentsIn(text),
    stored,
    schema: JSON.parse(schema),
    paint: paintFor(process.stdout),
  });
  for (const line of lines) console.log(line);
  console.log(`Would change: ${countsOf(summary)}.`);
  return 2;
}

async function send(verb, text, { url, kind = PAGE_KINDS.test(text) ? "all" : undefined }) {
  return await askService(url, `${verb}${kind ? `?${new URLSearchParams({ kind })}` : ""}`, text);
}

/** Reads whole kinds for many updates: the endpoint allows 300 requests a minute. */
async function readStored(url, updates) {
  if (updates.length > 10) {
    const kinds = [...new Set(updates.map(({ kind }) => kind))];
    const texts = await Promise.all(kinds.map((kind) => askService(url, `export?kind=${kind}`)));
    return texts.flatMap(documentsIn);
  }
  const texts = await Promise.all(
    updates.map(({ kind, key }) => askService(url, `export?${new URLSearchParams({ kind, key })}`)),
  );
  return texts.flatMap(documentsIn);
}

async function importFrom(options, [from = "", file]) {
  if (!Object.hasOwn(SERVICES, from))
    throw new Refusal(`Name the service to import from: ${Object.keys(SERVICES).join(", ")}.`);
  return await moveFrom(from, { ...options, file });
}

function countsOf({ create, update, unchanged }) {
  return `${create} to create, ${update} to change, ${unchanged} unchanged`;
}

// Programs such as `head` stop reading early.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  process.exitCode = await main();
} catch (error) {
  const isKnown = error instanceof Refusal || error?.code?.startsWith("ERR_PARSE_ARGS");
  const paint = paintFor(process.stderr);
  if (process.argv.includes("--json"))
    console.error(JSON.stringify({ error: String(error?.message ?? error) }));
  else
    for (const line of isKnown ? String(error.message).split("\n") : [String(error?.stack ?? error)])
      console.error(paint.bad(line));
  process.exitCode = 1;
}
