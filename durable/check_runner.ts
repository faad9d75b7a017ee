import type { ProbeAnswer } from "../src/check/probe.ts";
import { hasNextAttempt } from "../src/domain/monitor/schedule.ts";
import { log } from "../src/lib/log.ts";
import type { CheckRequest } from "../src/objects/prober.ts";
import type { TickWriter } from "./tick_writer.ts";
import type { WatchStore } from "./watch_store.ts";
import type { Run, Watched } from "./watched.ts";

const CERTIFICATE_MS = 60 * 60_000;

interface CheckRunnerParts {
  store: WatchStore;
  writer: TickWriter;
  watched: ReadonlyMap<number, Watched>;
  /** One attempt, in an invocation of its own. */
  probe(request: CheckRequest): Promise<ProbeAnswer>;
}

/** Makes all attempts of a check and hands what was found to the writer. */
export class CheckRunner {
  readonly #means: CheckRunnerParts;

  constructor(means: CheckRunnerParts) {
    this.#means = means;
  }

  /** Ends when the check has; a monitor has one at a time. */
  start(watched: Watched, slot: number, attempt = 1): Promise<void> {
    const run: Run = { slot, attempt, done: Promise.resolve() };
    watched.running = run;
    run.done = this.#runAll(watched, run);
    return run.done;
  }

  /** A plan that changes meanwhile makes what is found worthless. The attempt is stored: a restart goes on with it. */
  async #runAll(watched: Watched, run: Run): Promise<void> {
    const { store, writer } = this.#means;
    const { plan } = watched;
    const startedAt = Date.now();
    try {
      while (watched.running === run) {
        const answer = await this.#probe(watched);
        if (watched.running !== run) return;
        const { status, responseMs, message, certificate, isOwnFault } = answer;
        if (!isOwnFault && hasNextAttempt(status, { attempt: run.attempt, retries: plan.retries })) {
          run.attempt += 1;
          store.saveAttempt(plan.id, run);
          continue;
        }
        watched.ownFault = isOwnFault ? message : null;
        const result = { status, responseMs, message, startedAt, checkedAt: Date.now() };
        if (isOwnFault) log("error", "check failed by itself", { monitorId: plan.id, message });
        else writer.add({ watched, result, certificate });
        return;
      }
    } catch (error) {
      log("error", "prober did not answer", { monitorId: plan.id, error });
    } finally {
      if (watched.running === run) watched.running = null;
      if (run.attempt > 1) store.removeAttempt(plan.id);
      const isLast = [...this.#means.watched.values()].every(({ running }) => running === null);
      if (isLast) await writer.flush();
    }
  }

  async #probe({ plan, certificate }: Watched): Promise<ProbeAnswer> {
    const { type, key, config, timeoutMs } = plan;
    const shouldReadCertificate = Date.now() - certificate.readAt >= CERTIFICATE_MS;
    return await this.#means.probe({ type, key, config, timeoutMs, shouldReadCertificate });
  }
}
