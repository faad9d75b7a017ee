import { dialPlatform } from "../../lib/wire/platform_dial.ts";
import { CheckFault } from "../fault.ts";
import { makeStepLog } from "../steps.ts";
import { toQuestion } from "./question.ts";
import { DEFAULT_RESOLVER, parseResolver, resolve } from "./resolver.ts";

interface LookUpOptions {
  fetch: typeof fetch;
  signal: AbortSignal;
  timeoutMs: number;
}

export async function lookUpAddresses(hostname: string, options: LookUpOptions): Promise<string[]> {
  const resolver = parseResolver(DEFAULT_RESOLVER);
  if (!resolver) throw new Error("the resolver's address is broken");
  const now = Date.now;
  const probe = {
    ...options,
    now,
    config: {},
    connect: dialPlatform,
    steps: makeStepLog({ ...options, now }),
    shouldReadCertificate: false,
  };
  const lists = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) => {
      const question = toQuestion(hostname, type);
      if (!question) return [];
      const { code, records } = await resolve(probe, resolver, question);
      if (code === "NOERROR" || code === "NXDOMAIN") return records;
      throw new CheckFault("protocol", `The resolver returned ${code}.`);
    }),
  );
  return lists.flat();
}
