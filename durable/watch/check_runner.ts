import type { ProbeResult } from "../../src/check/probe.ts";
import { isFailing } from "../../src/domain/monitor/check_result.ts";
import { OWN_TROUBLE } from "../../src/domain/monitor/own_trouble.ts";
import { hasNextAttempt } from "../../src/domain/monitor/schedule.ts";
import { log } from "../../src/lib/log.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";
import type { CheckFacts } from "../../src/schema/check_facts.ts";
import type { PlaceResult } from "../../src/schema/location.ts";
import type { AgentCheckResult, AgentChecks } from "./agent_checks.ts";
import type { HoldMonitor, MonitorBook } from "./monitor_book.ts";
import type { TroubleJudge, TroubleTick } from "./own_trouble.ts";
import { type AskPlaces, type JudgedCheck, judgeFromPlaces } from "./place_judgement.ts";
import type { SharedProbes } from "./shared_probes.ts";
import type { StartPace } from "./start_pace.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { TickWriter } from "./tick_writer.ts";

const CERTIFICATE_MS = HOUR_MS;
const PLATFORM_TROUBLE =
  "The check couldn't run: the platform failed to start it. This says nothing about the target.";

interface Run {
  slot: number;
  attempt: number;
  done: Promise<void>;
  isForAll: boolean;
  isFirst: boolean;
  places: readonly PlaceResult[];
  tick: TroubleTick | null;
}

type OwnFault = Pick<ProbeResult, "message" | "hasNoData">;

interface CheckRunnerParts {
  store: WatchStore;
  writer: TickWriter;
  book: MonitorBook;
  pace: StartPace;
  firstPace: StartPace;
  askPlaces: AskPlaces;
  trouble: TroubleJudge;
  probes: SharedProbes;
  agents: AgentChecks;
  hold: HoldMonitor;
}

export class CheckRunner {
  readonly #parts: CheckRunnerParts;
  readonly #runs = new Map<number, Run>();
  readonly #ownFaults = new Map<number, OwnFault>();
  readonly #facts = new Map<number, CheckFacts>();

  constructor(parts: CheckRunnerParts) {
    this.#parts = parts;
  }

  findRun(id: number): Promise<void> | null {
    return this.#runs.get(id)?.done ?? null;
  }

  /** A fault of this service or its vault says nothing about the target. */
  findOwnFault(id: number): string | null {
    return this.#ownFaults.get(id)?.message ?? null;
  }

  hasNoData(id: number): boolean {
    return this.#ownFaults.get(id)?.hasNoData ?? false;
  }

  findFacts(id: number): CheckFacts | null {
    return this.#facts.get(id) ?? null;
  }

  start(
    id: number,
    { slot, attempt = 1, isFirst = false }: { slot: number; attempt?: number | undefined; isFirst?: boolean },
  ): Promise<void> {
    return this.#begin(id, { slot, attempt, isFirst, isForAll: false }).done;
  }

  async startFromAll(id: number): Promise<readonly PlaceResult[]> {
    for (let run = this.#runs.get(id); run; run = this.#runs.get(id)) await run.done;
    const run = this.#begin(id, { slot: Date.now(), attempt: 1, isFirst: false, isForAll: true });
    await run.done;
    return run.places;
  }

  #begin(id: number, wanted: Pick<Run, "slot" | "attempt" | "isForAll" | "isFirst">): Run {
    // Trouble with this service's own line says nothing about an agent's.
    const tick = this.#agentOf(id) ? null : this.#parts.trouble.join();
    const run: Run = { ...wanted, done: Promise.resolve(), places: [], tick };
    this.#runs.set(id, run);
    run.done = this.#runAll(id, run);
    return run;
  }

  #agentOf(id: number) {
    return this.#parts.book.find(id)?.plan.agent;
  }

  /** An agent paces its checks itself. */
  #paceOf(id: number, { isFirst }: Run): StartPace | null {
    if (this.#agentOf(id)) return null;
    return isFirst ? this.#parts.firstPace : this.#parts.pace;
  }

  abandon(id: number): void {
    this.#runs.delete(id);
  }

  forgetFault(id: number): void {
    this.#ownFaults.delete(id);
  }

  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#runs.keys()) if (!ids.has(id)) this.#runs.delete(id);
    for (const id of this.#ownFaults.keys()) if (!ids.has(id)) this.#ownFaults.delete(id);
    for (const id of this.#facts.keys()) if (!ids.has(id)) this.#facts.delete(id);
  }

  /** Attempts are stored: a restart continues with the same one. */
  async #runAll(id: number, run: Run): Promise<void> {
    const { store, writer, book } = this.#parts;
    const retries = book.find(id)?.plan.retries ?? 0;
    const isWanted = () => this.#runs.get(id) === run;
    const pace = this.#paceOf(id, run);
    await pace?.turn();
    let hasFailed = false;
    try {
      const startedAt = Date.now();
      while (isWanted()) {
        const monitor = book.find(id);
        if (!monitor) return;
        const request = requestOf(monitor);
        const response = await this.#ask(monitor, request);
        hasFailed = response.status !== "up";
        if (!isWanted()) return;
        if (response.isHeld) return this.#hold(id, response.message);
        const isLast = !hasNextAttempt(response.status, { attempt: run.attempt, retries });
        if (!response.isOwnFault && !isLast) {
          run.attempt += 1;
          store.saveAttempt(id, run);
          continue;
        }
        const isTheirs = run.tick === null || (await isOfTarget(run, response));
        if (!isWanted()) return;
        const judged = isTheirs
          ? await this.#judge(monitor, response, { request, run })
          : { ...response, isOwnFault: true, message: OWN_TROUBLE };
        if (isWanted()) this.#take(id, judged, startedAt);
        return;
      }
    } catch (error) {
      if (isWanted()) this.#ownFaults.set(id, { message: PLATFORM_TROUBLE });
      log("error", "prober did not respond", { monitorId: id, error });
    } finally {
      pace?.end({ hasFailed });
      run.tick?.leave(false);
      if (isWanted()) this.#runs.delete(id);
      if (run.attempt > 1) store.removeAttempt(id);
      if (this.#runs.size === 0) await writer.flush();
    }
  }

  async #ask({ plan: { agent } }: StoredMonitor, request: CheckRequest): Promise<AgentCheckResult> {
    return await (agent ? this.#parts.agents.check(agent, request) : this.#parts.probes.probe(request));
  }

  #hold(id: number, message: string): void {
    this.#ownFaults.delete(id);
    this.#facts.delete(id);
    this.#parts.hold(id, { message, at: Date.now() });
  }

  async #judge(
    { plan }: StoredMonitor,
    response: ProbeResult,
    { request, run }: { request: CheckRequest; run: Run },
  ): Promise<JudgedCheck> {
    if (response.isOwnFault || !plan.places) return response;
    const { slot, isForAll } = run;
    const judged = await judgeFromPlaces(plan, response, {
      ask: this.#parts.askPlaces,
      request,
      slot,
      isForAll,
    });
    run.places = judged.places ?? [];
    return judged;
  }

  #take(monitorId: number, judged: JudgedCheck, startedAt: number): void {
    const { status, responseMs, message, certificate, body, isOwnFault, steps } = judged;
    const { isSplit, isMaintained, foundFrom, places, facts } = judged;
    if (facts && !isOwnFault) this.#facts.set(monitorId, facts);
    else this.#facts.delete(monitorId);
    if (isOwnFault) {
      const { hasNoData = false } = judged;
      this.#ownFaults.set(monitorId, { message, hasNoData });
      const agent = this.#parts.book.find(monitorId)?.plan.agent;
      if (hasNoData) log("info", "check found no data", { monitorId, message });
      else if (agent)
        log("warn", "an agent could not make a check", { monitorId, agent: agent.key, message });
      else log("error", "check failed because of an internal fault", { monitorId, message });
      return;
    }
    this.#ownFaults.delete(monitorId);
    const times = { startedAt, checkedAt: Date.now() };
    const result = {
      status,
      responseMs,
      message,
      ...times,
      ...(isSplit && { isSplit }),
      ...(isMaintained && { isMaintained }),
      ...(foundFrom !== undefined && { foundFrom }),
    };
    this.#parts.writer.add({ monitorId, result, certificate, steps, body, places });
  }
}

async function isOfTarget(run: Run, { status, isOwnFault }: ProbeResult): Promise<boolean> {
  const { tick } = run;
  if (isOwnFault || !tick) return true;
  run.tick = null;
  if (isFailing(status)) return await tick.fail();
  tick.leave(true);
  return true;
}

function requestOf({ plan, certificate }: StoredMonitor): CheckRequest {
  const { type, key, config, timeoutMs } = plan;
  const shouldReadCertificate = Date.now() - certificate.readAt >= CERTIFICATE_MS;
  return { type, key, config, timeoutMs, shouldReadCertificate };
}
