import { createStore } from "solid-js/store";
import { eachSideBySide } from "../../../../../src/lib/side_by_side.ts";
import { toApiError } from "../../../../lib/api.ts";
import { sentOf } from "../../../../lib/edit.ts";
import { type MonitorTestResponse, testMonitor } from "../../../api/monitor.ts";
import { type MonitorValues, type StoredMonitor, saveMonitor } from "../values.ts";
import type { PastedTarget } from "./pasted.ts";

const TESTS_AT_ONCE = 4;
const SAVES_AT_ONCE = 2;

export interface PastedRow {
  name: string;
  readonly target: PastedTarget;
  isChosen: boolean;
  result: MonitorTestResponse | null;
  problem: string | null;
  stored: StoredMonitor | null;
  isAdded: boolean;
}

/** The monitors to be added, each with the result of its test. */
export function createPastedRows(targets: readonly PastedTarget[], values: MonitorValues) {
  const [rows, setRows] = createStore<PastedRow[]>(
    targets.map((target) => ({
      name: target.name,
      target,
      isChosen: true,
      result: null,
      problem: null,
      stored: null,
      isAdded: false,
    })),
  );
  const indexes = [...rows.keys()];
  const change = (index: number, part: Partial<PastedRow>) => setRows(index, part);
  const chosen = () => rows.filter(({ isChosen, isAdded }) => isChosen && !isAdded);

  async function test(index: number): Promise<void> {
    const { type, config } = targets[index]!;
    const { timeoutMs, locations, agent } = values;
    const from = { timeoutMs: timeoutMs as number, locations: [...locations], agent };
    try {
      change(index, { result: await testMonitor({ type, config, ...from }) });
    } catch (thrown) {
      change(index, { problem: sentenceOf(thrown) });
    }
  }

  async function add(index: number): Promise<void> {
    const { name, target, stored } = rows[index]!;
    const own = { ...values, name, type: target.type, config: target.config };
    const sent = sentOf(own, { base: {} as MonitorValues, version: undefined, ties: undefined });
    try {
      const onStep = (next: StoredMonitor) => change(index, { stored: next });
      await saveMonitor(own, stored, { sent, source: null, onStep });
      change(index, { isAdded: true, problem: null });
    } catch (thrown) {
      change(index, { problem: sentenceOf(thrown) });
    }
  }

  return {
    rows,
    change,
    chosen,
    testAll: async () => await eachSideBySide(indexes, TESTS_AT_ONCE, test),
    /** Those that were refused stay, with the reason. */
    addChosen: async () => {
      const wanted = indexes.filter((index) => chosen().includes(rows[index]!));
      await eachSideBySide(wanted, SAVES_AT_ONCE, add);
    },
  };
}

function sentenceOf(thrown: unknown): string {
  const { message, problems } = toApiError(thrown);
  return problems[0]?.message ?? message;
}
