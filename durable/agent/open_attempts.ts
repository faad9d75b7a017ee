import type { ProbeResult } from "../../src/check/probe.ts";
import { sealForAgent } from "../../src/lib/agent_seal.ts";
import { log } from "../../src/lib/log.ts";
import type { AgentCheck } from "../../src/objects/agent.ts";
import {
  type AgentResult,
  type Attempt,
  MOST_MESSAGE_CHARACTERS,
  MOST_RESULTS,
} from "../../src/schema/agent_message.ts";
import type { Connection } from "./connections.ts";

/** Added to the check's own timeout for the network both ways. */
const SPARE_MS = 8000;
const SILENT = "The check could not be made: the agent did not respond in time.";

interface OpenAttempt {
  attempt: Attempt;
  /** The process that must report it. Null while none has it. */
  socket: WebSocket | null;
  timer: ReturnType<typeof setTimeout> | null;
  done: (check: AgentCheck) => void;
}

/** In memory only: the callers waiting for them keep the object awake. */
export class OpenAttempts {
  readonly #open = new Map<string, OpenAttempt>();

  get waiting(): Attempt[] {
    return [...this.#open.values()].filter(({ socket }) => socket === null).map(({ attempt }) => attempt);
  }

  add(attempt: Attempt): Promise<AgentCheck> {
    const { promise, resolve } = Promise.withResolvers<AgentCheck>();
    this.#open.set(attempt.id, { attempt, socket: null, timer: null, done: resolve });
    return promise;
  }

  async send(attempts: readonly Attempt[], { socket, publicKey }: Connection): Promise<void> {
    for (const { id } of attempts) this.#assign(id, socket);
    for (const group of groupsOf(attempts)) {
      try {
        const sealed = await sealForAgent(JSON.stringify(group), publicKey);
        socket.send(JSON.stringify({ kind: "attempts", sealed }));
      } catch (error) {
        log("warn", "failed to send checks to an agent", { error });
        for (const { id } of group) this.#assign(id, null);
      }
    }
  }

  /** Results of attempts that are over, or were given to another process, are dropped. */
  takeResults(socket: WebSocket, results: readonly AgentResult[]): void {
    for (const { id, answer } of results) {
      if (this.#open.get(id)?.socket === socket) this.#end(id, answer as ProbeResult);
    }
  }

  release(socket: WebSocket): void {
    for (const [id, open] of this.#open) if (open.socket === socket) this.#assign(id, null);
  }

  endWaiting(check: AgentCheck): void {
    for (const { id } of this.waiting) this.#end(id, check);
  }

  #assign(id: string, socket: WebSocket | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    if (open.timer) clearTimeout(open.timer);
    open.socket = socket;
    open.timer = socket && setTimeout(() => this.#end(id, silent()), open.attempt.timeoutMs + SPARE_MS);
  }

  #end(id: string, check: AgentCheck): void {
    const open = this.#open.get(id);
    if (!open) return;
    if (open.timer) clearTimeout(open.timer);
    this.#open.delete(id);
    open.done(check);
  }
}

function silent(): ProbeResult {
  return { status: "down", responseMs: null, message: SILENT, steps: [], isOwnFault: true };
}

function groupsOf(attempts: readonly Attempt[]): Attempt[][] {
  const groups: Attempt[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const attempt of attempts) {
    const length = JSON.stringify(attempt).length;
    // Sealing and base64 make it a third longer, and the limit is in bytes: up to three per character.
    const isFull =
      size + length > MOST_MESSAGE_CHARACTERS / 4 || (groups.at(-1)?.length ?? 0) >= MOST_RESULTS;
    if (isFull) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(attempt);
    size += length;
  }
  return groups;
}
