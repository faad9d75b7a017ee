import { exports } from "cloudflare:workers";

const REFERENCE_MS = 5000;

/** Any response counts, except the platform edge's own errors. */
export async function doesAnyRespond(urls: readonly string[]): Promise<boolean> {
  const responses = await Promise.allSettled(urls.map(ask));
  return responses.some((response) => response.status === "fulfilled" && response.value);
}

async function ask(url: string): Promise<boolean> {
  const config = { url, expectedStatus: "100-519", followRedirects: false, certExpiry: { enabled: false } };
  const response = await exports.Prober.check({ type: "https", config, timeoutMs: REFERENCE_MS });
  return response.status !== "down" && !response.isOwnFault;
}
