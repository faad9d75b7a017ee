import { exports } from "cloudflare:workers";

const REFERENCE_MS = 5000;

/** Any response counts, except the platform edge's own errors. */
export async function doesAnyAnswer(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.allSettled(urls.map(ask));
  return answers.some((answer) => answer.status === "fulfilled" && answer.value);
}

async function ask(url: string): Promise<boolean> {
  const config = { url, expectedStatus: "100-519", followRedirects: false, certExpiry: { enabled: false } };
  const answer = await exports.Prober.check({ type: "https", config, timeoutMs: REFERENCE_MS });
  return answer.status !== "down" && !answer.isOwnFault;
}
