import { type Finding, failing, warning, well } from "./health_part.ts";

const MB = 1_000_000;
/** Per database and plan: developers.cloudflare.com/d1/platform/limits. */
export const STORAGE_LIMITS = { free: 500 * MB, paid: 10_000 * MB };

const NEAR = 0.8;
const FULL = 0.95;

function formatMegabytes(bytes: number): string {
  return bytes < MB ? "less than 1 MB" : `${Math.round(bytes / MB).toLocaleString("en")} MB`;
}

/** Only a size above the free limit reveals the paid plan. */
export function judgeStorage(bytes: number | null, { isLocal }: { isLocal: boolean }): Finding {
  if (bytes === null) return well("The database size is unknown.");
  const size = formatMegabytes(bytes);
  if (isLocal) return well(`The database uses ${size} on this machine's disk.`);
  const { free, paid } = STORAGE_LIMITS;
  const isPaid = bytes > free;
  const share = bytes / (isPaid ? paid : free);
  const summary = `The database uses ${size}: ${Math.round(share * 100)}% of the ${isPaid ? "10 GB of the paid plan" : "500 MB of the free plan"}.`;
  if (share < NEAR) return well(summary);
  const advice = isPaid
    ? "Remove unused monitors or check less often: the database can't grow further."
    : "Upgrade to the paid plan or remove unused monitors: once full, nothing is saved.";
  return share >= FULL && isPaid ? failing(summary, advice) : warning(summary, advice);
}
