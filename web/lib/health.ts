const LONGEST_ASK_MS = 10_000;

/** A proxy in front of Uptide serves its own pages while Uptide is down. */
export async function isResponding(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LONGEST_ASK_MS);
    return isFromUptide(await fetch("/health", { cache: "no-store", signal }));
  } catch {
    return false;
  }
}

export function isFromUptide({ status, headers }: Response): boolean {
  return status < 500 || (headers.get("Content-Type") ?? "").startsWith("application/json");
}
