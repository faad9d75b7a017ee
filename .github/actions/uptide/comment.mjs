import { readFileSync } from "node:fs";
import { input } from "./command.mjs";

const MARK = "<!-- uptide -->";
/** GitHub's limit is 65,536 characters. */
const LONGEST = 60_000;

/** Each pull request gets one comment, which every push updates. Without changes there is none. */
export async function comment(text, { hasChanges }) {
  const { pull_request: pull } = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
  const { number } = pull;
  const list = `/issues/${number}/comments`;
  const own = await findOwn(list);
  if (!own && !hasChanges) return;
  const body = `${MARK}\n${describe(text, hasChanges)}`;
  if (own) await ask(`/issues/comments/${own.id}`, { method: "PATCH", body });
  else await ask(list, { method: "POST", body });
}

function describe(text, hasChanges) {
  if (!hasChanges) return "Merging this changes nothing on Uptide.";
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = "`".repeat(longest + 1);
  return `Merging this changes Uptide:\n\n${fence}diff\n${shown.trimEnd()}\n${fence}`;
}

async function findOwn(list) {
  for (let page = 1; ; page++) {
    const found = await ask(`${list}?per_page=100&page=${page}`);
    const own = found.find(({ body }) => body?.startsWith(MARK));
    if (own || found.length < 100) return own;
  }
}

async function ask(path, { method = "GET", body } = {}) {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository } = process.env;
  const response = await fetch(`${api}/repos/${repository}${path}`, {
    method,
    headers: { Authorization: `Bearer ${input("github-token")}`, Accept: "application/vnd.github+json" },
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
  });
  if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${method} ${path}.`);
  return await response.json();
}
