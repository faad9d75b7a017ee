import { plural } from "../../src/lib/plural.ts";
import type { Plan } from "./plan.ts";

export function listSteps(plan: Plan): string[] {
  const mark = (isThere: boolean) => (isThere ? "=" : "+");
  const count = plan.migrations.length;
  return [
    `${mark(plan.database.id !== null)} D1 database ${plan.database.name}`,
    ...plan.buckets.map(({ name, isThere }) => `${mark(isThere)} R2 bucket ${name}`),
    ...plan.queues.map(({ name, isThere }) => `${mark(isThere)} queue ${name}`),
    count > 0 ? `+ ${plural(count, "migration")} of the database` : "= database up to date",
    `${mark(!plan.makesSecret)} secret SECRET_KEY`,
    `${mark(!plan.isFirst)} Worker ${plan.name}${plan.isFirst ? "" : ", with new code"}`,
    ...plan.domains.map(
      (domain) => `${mark(!plan.newDomains.includes(domain))} domain ${domain}${ownerOf(domain, plan)}`,
    ),
    `  PUBLIC_URL ${plan.variables["PUBLIC_URL"]}`,
  ];
}

/** A domain other than PUBLIC_URL's serves nothing until a page uses it. */
function ownerOf(domain: string, { newDomains, variables }: Plan): string {
  const isPublic = URL.parse(variables["PUBLIC_URL"] ?? "")?.hostname === domain;
  return isPublic || !newDomains.includes(domain)
    ? ""
    : ": assign it to a page under Status pages in the panel";
}

export const LOST_SECRET =
  "Note: the stored secrets are encrypted with a SECRET_KEY that this Worker doesn't have. The new key can't decrypt them. If you have the old key, run `npx wrangler secret put SECRET_KEY` and enter both: the new key, a comma, the old key.";
