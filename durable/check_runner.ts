import type { ProbeAnswer } from "../src/check/probe.ts";
import { hasNextAttempt } from "../src/domain/monitor/schedule.ts";
import { log } from "../src/lib/log.ts";
import { HOUR_MS } from "../src/lib/units.ts";
import type { CheckRequest } from "../src/objects/prober.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StartPace } from "./start_pace.ts";
import type { TickWriter } from "./tick_writer.ts";
import type { StoredMonitor, WatchStore } from "./watch_store.ts";

const CERTIFICATE_MS = HOUR_MS;

interface Run {
  slot: number;
  attempt: number;
  done: Promise<void>;
}

interface CheckRunnerParts {
  store: WatchStore;
  writer: TickWriter;
  book: MonitorBook;
  pace: StartPace;
  /** One attempt, in an invocation of its own. */
  probe(request: CheckRequest): Promise<ProbeAnswer>;
}

/** Owns the checks that run, and why the last of a monitor could not be made. Hands what was found to the writer. */
export class CheckRunner {
  readonly #parts: CheckRunnerParts;
  readonly #runs = new Map<number, Run>();
  readonly #ownFaults = new Map<number, string>();

  constructor(parts: CheckRunnerParts) {
    this.#parts = parts;
  }

  findRun(id: number): Promise<void> | null {
    return this.#runs.get(id)?.done ?? null;
  }

  /** This service's own fault, or its vault's, and no word about the target. */
  findOwnFault(id: number): string | null {
    return this.#ownFaults.get(id) ?? null;
  }

  /** Ends when the check has; a monitor has one at a time. */
  start(id: number, slot: number, attempt = 1): Promise<void> {
    const run: Run = { slot, attempt, done: Promise.resolve() };
    this.#runs.set(id, run);
    run.done = this.#runAll(id, run);
    return run.done;
  }

  /** What a check that runs finds is worth nothing any more. */
  abandon(id: number): void {
    this.#runs.delete(id);
  }

  forgetFault(id: number): void {
    this.#ownFaults.delete(id);
  }

  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#runs.keys()) if (!ids.has(id)) this.#runs.delete(id);
    for (const id of this.#ownFaults.keys()) if (!ids.has(id)) this.#ownFaults.delete(id);
  }

  /** The attempt is stored: a restart goes on with it. */
  async #runAll(id: number, run: Run): Promise<void> {
    const { store, writer, book, pace } = this.#parts;
    const retries = book.find(id)?.plan.retries ?? 0;
    const isWanted = () => this.#runs.get(id) === run;
    await pace.turn();
    try {
      const startedAt = Date.now();
      while (isWanted()) {
        const monitor = book.find(id);
        if (!monitor) return;
        const { status, responseMs, message, certificate, body, isOwnFault, steps } =
          await this.#probe(monitor);
        if (!isWanted()) return;
        if (!isOwnFault && hasNextAttempt(status, { attempt: run.attempt, retries })) {
          run.attempt += 1;
          store.saveAttempt(id, run);
          continue;
        }
        if (isOwnFault) {
          this.#ownFaults.set(id, message);
          log("error", "check failed by itself", { monitorId: id, message });
        } else {
          this.#ownFaults.delete(id);
          const result = { status, responseMs, message, startedAt, checkedAt: Date.now() };
          writer.add({ monitorId: id, result, certificate, steps, body });
        }
        return;
      }
    } catch (error) {
      log("error", "prober did not answer", { monitorId: id, error });
    } finally {
      pace.end();
      if (isWanted()) this.#runs.delete(id);
      if (run.attempt > 1) store.removeAttempt(id);
      if (this.#runs.size === 0) await writer.flush();
    }
  }

  async #probe({ plan, certificate }: StoredMonitor): Promise<ProbeAnswer> {
    const { type, key, config, timeoutMs } = plan;
    const shouldReadCertificate = Date.now() - certificate.readAt >= CERTIFICATE_MS;
    return await this.#parts.probe({ type, key, config, timeoutMs, shouldReadCertificate });
  }
}
