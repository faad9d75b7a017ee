import { earliest, offsetOf } from "../../src/domain/monitor/schedule.ts";
import { lanesOf, type OutboxItem } from "../../src/domain/monitor/watch_item.ts";
import type { Env } from "../../src/env.ts";
import type { ProberEntrypoint } from "../../src/objects/prober.ts";
import type { Cost } from "../../src/objects/watch.ts";
import { isRegion } from "../../src/schema/place.ts";
import { agentObject } from "../../src/service/announce/agent.ts";
import { askPlaces } from "../../src/service/monitor/place.ts";
import { meetTrouble } from "../../src/service/system/own_trouble.ts";
import { doesAnyRespond } from "../../src/service/system/reference.ts";
import { announceRecorded, recordWatch, takeWatchTurn } from "../../src/service/watch/record.ts";
import { OutboxDrain } from "../outbox.ts";
import { AgentChecks, type AskAgent } from "./agent_checks.ts";
import { CheckRunner } from "./check_runner.ts";
import { CheckSchedule } from "./check_schedule.ts";
import { ClockKeeper, DueChecks } from "./due_checks.ts";
import { CheckCounts, ResponseHours } from "./hourly_totals.ts";
import { MonitorBook, makeHold } from "./monitor_book.ts";
import { TroubleJudge } from "./own_trouble.ts";
import type { AskPlaces } from "./place_judgement.ts";
import { PlanKeeper } from "./plan_keeper.ts";
import { SharedProbes } from "./shared_probes.ts";
import { FIRST_CHECKS, StartPace } from "./start_pace.ts";
import { WatchStore } from "./store.ts";
import { TickWriter } from "./tick_writer.ts";
import { TimerKeeper } from "./timer_keeper.ts";

class WatchAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #cost: Cost;

  constructor(storage: DurableObjectStorage, cost: Cost) {
    this.#storage = storage;
    this.#cost = cost;
  }

  async find(): Promise<number | null> {
    return await this.#storage.getAlarm();
  }

  async arm(dueTimes: readonly number[]): Promise<void> {
    const next = earliest(dueTimes);
    if (next !== null && (await this.find()) !== next) await this.set(next);
  }

  async armNoLaterThan(at: number): Promise<void> {
    const alarmAt = await this.find();
    if (alarmAt === null || alarmAt > at) await this.set(at);
  }

  async set(at: number): Promise<void> {
    this.#cost.rowsWritten += 1;
    await this.#storage.setAlarm(at);
  }
}

interface WatchHost {
  env(): Env;
  storage: DurableObjectStorage;
  number: number;
  prober(): ProberEntrypoint;
  onTick(): void;
  recall(): void;
  reload(): Promise<void>;
}

export type WatchParts = ReturnType<typeof makeWatchParts>;

export function makeWatchParts(host: WatchHost) {
  const { storage, number, onTick, recall, reload } = host;
  const env = host.env();
  const store = new WatchStore(storage);
  const book = new MonitorBook(store);
  const schedule = new CheckSchedule(offsetOf(number), {
    runsOf: (id) => store.runs.of(id),
    startedAt: Number(env.STARTED_AT ?? 0),
  });
  const counts = new CheckCounts(store);
  const timers = new TimerKeeper(store, book);
  const alarm = new WatchAlarm(storage, store.cost);
  const writer = new TickWriter(env, store, { book, counts, timers, onWritten: onTick, recall });
  const clock = { now: () => Date.now(), after: (ms: number, go: () => void) => void setTimeout(go, ms) };
  const pace = new StartPace(clock);
  const firstPace = new StartPace(clock, FIRST_CHECKS);
  const trouble = makeTroubleJudge(env, store);
  const agents = new AgentChecks(countedAskAgent(env, store.cost));
  const runner = new CheckRunner({
    store,
    writer,
    book,
    probes: new SharedProbes(host.prober),
    pace,
    firstPace,
    trouble,
    askPlaces: countedAsk(env, { cost: store.cost, agents }),
    agents,
    hold: makeHold(env, { store, book, onWritten: onTick }),
  });
  const clockKeeper = new ClockKeeper(store, { book, schedule, recall });
  return {
    store,
    book,
    schedule,
    counts,
    timers,
    alarm,
    writer,
    runner,
    hours: new ResponseHours(store, { book, counts }),
    due: new DueChecks({ store, book, schedule, runner, writer, pace, firstPace, clock: clockKeeper }),
    drain: makeDrain(env, store, { number, alarm, reload }),
    plan: new PlanKeeper({
      env: host.env,
      number,
      store,
      book,
      schedule,
      runner,
      timers,
      writer,
      recall,
    }),
  };
}

function countedAsk(env: Env, { cost, agents }: { cost: Cost; agents: AgentChecks }): AskPlaces {
  return async ({ locations, agents: named = [] }, request) => {
    // Agents are asked together, and counted in `countedAskAgent`.
    cost.requests += locations.filter(isRegion).length;
    const askAgent = async (key: string) => {
      const agent = named.find((one) => one.key === key) ?? { key, name: key };
      return await agents.check(agent, request);
    };
    return await askPlaces({ env, askAgent }, locations, request);
  };
}

function countedAskAgent(env: Env, cost: Cost): AskAgent {
  return async (key, requests, give) => {
    cost.requests += 1;
    await agentObject(env, key).check(key, requests, give);
  };
}

function makeTroubleJudge(env: Env, store: WatchStore): TroubleJudge {
  return new TroubleJudge({
    rule: () => store.selfTest,
    askReferences: doesAnyRespond,
    onTrouble: () => void meetTrouble(env, Date.now()),
  });
}

function makeDrain(
  env: Env,
  store: WatchStore,
  { number: watch, alarm, reload }: Pick<WatchHost, "number" | "reload"> & { alarm: WatchAlarm },
): OutboxDrain<OutboxItem> {
  let turn: number | null = null;

  async function record(items: readonly OutboxItem[], epoch: number): Promise<number | null> {
    turn ??= await takeWatchTurn(env, watch);
    try {
      return await recordWatch(env, items, { watch, turn, epoch });
    } catch (error) {
      // It may still be on its way, and arrive after what is sent next.
      turn = null;
      throw error;
    }
  }

  return new OutboxDrain(store.outbox, {
    hand: async (items) => {
      const epoch = store.epoch();
      const rows = await record(items, epoch);
      // The database was restored since: reload the plan and drop the pending changes.
      if (rows === null) return await reload();
      store.cost.databaseRowsWritten += rows;
      await announceRecorded(env, items, epoch);
    },
    lanesOf,
    wakeAt: (at) => alarm.armNoLaterThan(at),
  });
}
