import { askService, Refusal } from "./ask.mjs";

const ROOT = "/api/v1/admin";
const DEFAULT_MINUTES = 30;

const OF_START = ["name", "monitors", "minutes", "notify"];

export async function maintain(options, [deed, id]) {
  if (deed === "start" && id === undefined) return await start(options);
  if (deed === "end" && /^\d+$/.test(id ?? "")) return await end(options, id);
  throw new Refusal("Run uptide maintenance start --name NAME or uptide maintenance end ID.");
}

async function start({ url, name, monitors, minutes = DEFAULT_MINUTES, notify = false, json }) {
  if (!name) throw new Refusal("Set the name that visitors see: --name 'Deploying 2.4'.");
  const lasts = Number(minutes);
  if (!Number.isInteger(lasts) || lasts < 1)
    throw new Refusal("--minutes must be a whole number, at least 1.");
  const startsAt = Date.now();
  const window = await ask(url, "/maintenance", {
    name,
    startsAt,
    endsAt: startsAt + lasts * 60_000,
    notifySubscribers: notify,
    ...(monitors ? { monitorIds: await idsOf(url, monitors) } : { allMonitors: true }),
  });
  const endsAt = new Date(window.endsAt).toISOString();
  console.log(
    json
      ? JSON.stringify(window)
      : `Maintenance ${window.id} has started. It ends at ${endsAt} at the latest.`,
  );
  return 0;
}

async function end({ url, json, ...others }, id) {
  const extra = OF_START.find((name) => others[name] !== undefined);
  if (extra) throw new Refusal(`uptide maintenance end doesn't take --${extra}: it ends the whole window.`);
  const window = await ask(url, `/maintenance/${id}`);
  if (window.status === "not_started")
    throw new Refusal(
      `Maintenance ${id} hasn't started yet: it begins at ${new Date(window.startsAt).toISOString()}. To cancel it, delete it in the panel.`,
    );
  const isRunning = window.status === "in_progress";
  const ended = isRunning ? await ask(url, `/maintenance/${id}/end`, {}) : window;
  console.log(
    json ? JSON.stringify(ended) : `Maintenance ${id} ${isRunning ? "has ended" : "had already ended"}.`,
  );
  return 0;
}

async function idsOf(url, monitors) {
  const keys = monitors.split(",").map((key) => key.trim());
  if (keys.includes("")) throw new Refusal(`--monitors has an empty key: ${monitors}`);
  const known = new Map((await ask(url, "/monitors")).map(({ key, id }) => [key, id]));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length > 0) throw new Refusal(`There is no monitor with the key ${missing.join(", ")}.`);
  return keys.map((key) => known.get(key));
}

async function ask(url, path, body) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return JSON.parse(await askService(url, ROOT + path, sent, "application/json"));
}
