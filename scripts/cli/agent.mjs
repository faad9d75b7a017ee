import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Refusal } from "./ask.mjs";

const BUNDLE = ["agent/agent.mjs", "../../dist/agent/agent.mjs"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync);

/** Runs until SIGTERM or SIGINT. Exits with 2 if the token is refused. */
export async function runAgentCommand({
  url = process.env.UPTIDE_URL,
  token = process.env.UPTIDE_AGENT_TOKEN,
  "env-file": envFile,
  "secrets-dir": dir,
  json = false,
}) {
  if (!url) throw new Refusal("Set the address of Uptide: --url https://status.example.com");
  if (!URL.canParse(url))
    throw new Refusal(`${url} isn't a valid address. Use one such as https://status.example.com`);
  if (!token)
    throw new Refusal(
      "Set UPTIDE_AGENT_TOKEN or --token to the agent's token, shown when you add an agent in the panel.",
    );
  if (!/^[\x21-\x7e]+$/.test(token)) {
    console.error(
      "This isn't an agent token. Agent tokens start with upa_ and contain only letters and digits.",
    );
    return 2;
  }
  for (const path of [envFile, dir]) if (path && !existsSync(path)) throw new Refusal(`There is no ${path}.`);
  if (!BUNDLE) throw new Refusal("The agent is not built yet: run `npm run build` first.");
  const { runAgent, makeOwnSecrets } = await import(pathToFileURL(BUNDLE).href);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop.abort());
  const code = await runAgent({
    url,
    token,
    secrets: makeOwnSecrets({ env: process.env, envFile, dir }),
    signal: stop.signal,
    say: (sentence) =>
      console.error(json ? JSON.stringify({ at: new Date().toISOString(), sentence }) : sentence),
  });
  // Running checks would keep the process alive until their targets respond.
  process.exit(code);
}
