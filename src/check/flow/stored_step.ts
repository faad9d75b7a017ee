import { getAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";

interface Configs {
  config: Config;
  stored: Config;
}

/**
 * The stored step that a step's kept secrets come from: the one with its name, else the one in its place if that sends
 * to the same URL, else the only one that does.
 */
export function findStoredStep(at: string, { config, stored }: Configs): string {
  const step = getAt(config, ["steps", at]);
  const before = Object.entries((stored["steps"] ?? []) as Config[]);
  const name = getAt(step, ["name"]);
  const namesakes = before.filter(([, other]) => name && getAt(other, ["name"]) === name);
  if (namesakes.length === 1) return namesakes[0]![0];
  const url = urlOf(step);
  const alike = before.filter(([, other]) => urlOf(other) === url);
  return alike.length === 1 && alike.every(([place]) => place !== at) ? alike[0]![0] : at;
}

function urlOf(step: unknown): unknown {
  return getAt(step, ["request", "url"]);
}
