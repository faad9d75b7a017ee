import type { ProbeResult } from "../../src/check/probe.ts";
import type {
  CheckRequest,
  ProberEntrypoint,
  SharedResult,
  SharedResults,
} from "../../src/objects/prober.ts";

/** An invocation has six connections: one stays free for finding out why a target doesn't respond. */
const MOST_TOGETHER = 5;

interface Waiting {
  request: CheckRequest;
  resolve: (answer: ProbeResult) => void;
  reject: (error: unknown) => void;
}

/** An invocation is a third of what a quick check costs, so quick ones that start together share one. */
export class SharedProbes {
  readonly #prober: () => ProberEntrypoint;
  #group: Waiting[] = [];

  constructor(prober: () => ProberEntrypoint) {
    this.#prober = prober;
  }

  async probe(request: CheckRequest): Promise<ProbeResult> {
    if (!isQuickCheck(request)) return await this.#prober().check(request);
    return await new Promise<ProbeResult>((resolve, reject) => {
      if (this.#group.length === MOST_TOGETHER) this.#group = [];
      this.#group.push({ request, resolve, reject });
      if (this.#group.length > 1) return;
      const group = this.#group;
      queueMicrotask(() => void this.#send(group));
    });
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    if (group === this.#group) this.#group = [];
    const [first, ...others] = group.map(({ request }) => request);
    try {
      if (!first) return;
      if (others.length === 0) return group[0]?.resolve(await this.#prober().check(first));
      const requests = [first, ...others];
      await takeAll(
        () => this.#prober().checkTogether(requests),
        ({ at, answer }) => group[at]?.resolve(answer),
      );
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

async function takeAll(more: () => Promise<SharedResults>, take: (one: SharedResult) => void): Promise<void> {
  const shared: SharedResults & Partial<Disposable> = await more();
  try {
    for (const one of shared.answers) take(one);
    if (shared.more) await takeAll(shared.more, take);
  } finally {
    // The invocation ends when the last result is read.
    shared[Symbol.dispose]?.();
  }
}

/** A request that opens no second connection and reads no body while its target is up. */
function isQuickCheck({ type, config, shouldReadCertificate = false }: CheckRequest): boolean {
  const { url, auth, keyword = "", assertions = [], certExpiry } = config;
  if (type !== "https" || keyword !== "" || (assertions as unknown[]).length > 0) return false;
  const signIn = (auth as { type?: string } | undefined)?.type ?? "none";
  if (signIn === "oauth2" || signIn === "cas") return false;
  const isSecured = !String(url).startsWith("http:");
  const hasWarnings = (certExpiry as { enabled?: boolean } | undefined)?.enabled ?? true;
  return !(shouldReadCertificate && isSecured && hasWarnings);
}
