import { parseArgs } from "node:util";
import { Refusal } from "./ask.mjs";

const OPTIONS = {
  file: { type: "string", short: "f" },
  url: { type: "string" },
  kind: { type: "string" },
  key: { type: "string" },
  apply: { type: "boolean" },
  ground: { type: "string" },
  token: { type: "string" },
  agent: { type: "string" },
  name: { type: "string" },
  monitors: { type: "string" },
  minutes: { type: "string" },
  notify: { type: "boolean" },
  "env-file": { type: "string" },
  "secrets-dir": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
};

export const TAKES = {
  export: { options: ["kind", "key", "file", "url", "json"], words: 0 },
  validate: { options: ["file", "kind", "url", "json"], words: Number.POSITIVE_INFINITY },
  diff: { options: ["file", "kind", "url", "json"], words: Number.POSITIVE_INFINITY },
  apply: { options: ["file", "kind", "url", "json"], words: Number.POSITIVE_INFINITY },
  import: { options: ["apply", "ground", "agent", "url", "json"], words: 2 },
  maintenance: { options: ["name", "monitors", "minutes", "notify", "url", "json"], words: 2 },
  agent: { options: ["url", "token", "env-file", "secrets-dir", "json"], words: 0 },
  completion: { options: [], words: 1 },
};

/**
 * Refuses what a command would ignore. `files` are those of every `-f`, then the words of a command that takes any
 * number of them.
 */
export function readArguments() {
  const listed = Object.entries(OPTIONS).map(([name, option]) => [name, { ...option, multiple: true }]);
  const { values: given, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(listed),
  });
  const [command = "", ...words] = positionals;
  const takes = Object.hasOwn(TAKES, command) ? TAKES[command] : null;
  const isForMany = takes?.words === Number.POSITIVE_INFINITY;
  const values = Object.fromEntries(Object.entries(given).map(([name, all]) => [name, all.at(-1)]));
  if (!takes || values.help) return { command, values, words: [] };
  for (const [name, all] of Object.entries(given)) {
    if (!takes.options.includes(name)) throw refusalOf(command, `--${name}`);
    // Scripts pass an empty variable by mistake. Here it would mean everything.
    if (all.includes("")) throw new Refusal(`--${name} is empty: give it a value, or leave it out.`);
    if (all.length > 1 && !(name === "file" && isForMany))
      throw new Refusal(`Give --${name} only once to uptide ${command}.`);
  }
  if (isForMany)
    return { command, values: { ...values, files: [...(given.file ?? []), ...words] }, words: [] };
  if (words.length > takes.words) throw refusalOf(command, words[takes.words]);
  return { command, values, words };
}

function refusalOf(command, extra) {
  return new Refusal(`uptide ${command} doesn't take ${extra}: uptide --help shows what it takes.`);
}
