import { type ProbeResult, probe } from "../../src/check/probe.ts";
import {
  type AgentCheckResult,
  type AgentResult,
  type Attempt,
  agentResults,
  MOST_MESSAGE_CHARACTERS,
  MOST_RESULTS,
} from "../../src/schema/agent_message.ts";
import type { HourCount } from "./last_hour.ts";
import { dialNode } from "./node_dial.ts";
import { fetchNode } from "./node_fetch.ts";
import { sendEchoesNode } from "./node_ping.ts";
import { type OwnSecrets, openAttempt } from "./own_secrets.ts";

const DEPS = { fetch: fetchNode, connect: dialNode, sendEchoes: sendEchoesNode, now: () => Date.now() };

const AT_ONCE = 100;
const GATHER_MS = 250;
const OWN_LINE = "The check could not be made: the agent's own connection was interrupted.";

interface RunnerHost {
  secrets: OwnSecrets;
  hour: HourCount;
  send(results: readonly AgentResult[]): void;
  isLineGood(): Promise<boolean>;
}

interface AttemptRunner {
  start(attempts: readonly Attempt[]): void;
}

export function makeAttemptRunner(host: RunnerHost): AttemptRunner {
  const waiting: Attempt[] = [];
  let underWay = 0;
  let results: AgentResult[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;

  function next(): void {
    while (underWay < AT_ONCE) {
      const attempt = waiting.shift();
      if (!attempt) return;
      underWay += 1;
      void run(attempt);
    }
  }

  async function run({ id, ...request }: Attempt): Promise<void> {
    const opened = openAttempt(request, host.secrets);
    const found = "fault" in opened ? opened.fault : await probe({ ...request, ...opened }, DEPS);
    host.hour.add(!found.isOwnFault);
    results.push({ id, answer: toCheckResult(found) });
    underWay -= 1;
    next();
    if (underWay === 0 || results.length >= MOST_RESULTS) flush();
    else timer ??= setTimeout(flush, GATHER_MS);
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const gathered = results;
    results = [];
    if (gathered.length > 0) void report(gathered);
  }

  async function report(gathered: readonly AgentResult[]): Promise<void> {
    const hasFailed = gathered.some(({ answer }) => answer.status !== "up" && !answer.isOwnFault);
    const isGood = !hasFailed || (await host.isLineGood());
    const reported = isGood ? gathered : gathered.map(withoutFailure);
    for (const group of groupsOf(reported)) host.send(group);
  }

  return {
    start(attempts) {
      waiting.push(...attempts);
      next();
    },
  };
}

/** Limits each result to what the service accepts: one rejected result would reject the whole message. */
function toCheckResult(found: ProbeResult): AgentCheckResult {
  const answer = {
    ...found,
    steps: found.steps
      .slice(0, 200)
      .map((step) => ({ ...step, detail: cut(step.detail, 4000), label: cut(step.label, 2000) })),
    message: cut(found.message, 4000),
  };
  const parsed = agentResults.shape.results.element.shape.answer.safeParse(answer);
  if (parsed.success) return parsed.data;
  const message = "The check could not be made: what it found is too large to report.";
  return { status: "down", responseMs: null, message, steps: [], isOwnFault: true };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function withoutFailure(result: AgentResult): AgentResult {
  if (result.answer.status === "up" || result.answer.isOwnFault) return result;
  const answer: AgentCheckResult = { ...result.answer, message: OWN_LINE, steps: [], isOwnFault: true };
  return { id: result.id, answer };
}

function groupsOf(results: readonly AgentResult[]): AgentResult[][] {
  const groups: AgentResult[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const result of results) {
    const length = JSON.stringify(result).length;
    if (size + length > MOST_MESSAGE_CHARACTERS / 4 || (groups.at(-1)?.length ?? 0) >= MOST_RESULTS) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(result);
    size += length;
  }
  return groups;
}
