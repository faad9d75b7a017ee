import type { Problem } from "../../lib/errors.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";

/** Registries limit how often they are asked, and dates of registrations change once a year. */
const DOMAIN_TYPE = "domain";
const LEAST_DOMAIN_SECS = HOUR_MS / 1000;
const DOMAIN_SECS = DAY_MS / 1000;
const USUAL_SECS = 60;

export function defaultIntervalSecs(type: string): number {
  return type === DOMAIN_TYPE ? DOMAIN_SECS : USUAL_SECS;
}

export function findIntervalProblem({
  type,
  intervalSecs,
}: {
  type: string;
  intervalSecs: number;
}): Problem | null {
  if (type !== DOMAIN_TYPE || intervalSecs >= LEAST_DOMAIN_SECS) return null;
  return {
    path: "intervalSecs",
    message: `Use at least ${LEAST_DOMAIN_SECS} seconds: registries limit the number of requests.`,
  };
}
