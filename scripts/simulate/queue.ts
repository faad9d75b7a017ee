import type { Host } from "./host.ts";
import { leave } from "./host.ts";

const MINUTE_MS = 60_000;

interface Message {
  id: string;
  body: unknown;
  attempts: number;
}

interface Batch {
  queue: string;
  messages: object[];
  retryAll: (options?: { delaySeconds?: number }) => void;
  ackAll: () => void;
}

interface Consumer {
  mostInBatch: number;
  /** Rejects when the invocation ended before its work was done. */
  consume: (batch: Batch) => Promise<void>;
}

export class SimulatedQueue {
  readonly #host: Host;
  readonly #name: string;
  readonly #consumer: Consumer;
  #ready: Message[] = [];
  #count = 0;

  constructor(host: Host, name: string, consumer: Consumer) {
    this.#host = host;
    this.#name = name;
    this.#consumer = consumer;
  }

  async send(body: unknown, options: { delaySeconds?: number } = {}): Promise<void> {
    await this.sendBatch([{ body }], options);
  }

  async sendBatch(messages: Iterable<{ body: unknown }>, { delaySeconds = 0 } = {}): Promise<void> {
    const bodies = [...messages].map(({ body }) => structuredClone(body));
    const refuses = this.#host.faults.comes("queue_refuses", this.#name);
    await leave(this.#host, { where: `send to ${this.#name}`, delayMs: 2 }, () => {
      if (refuses) throw new Error("Queue sendBatch failed: Internal Server Error");
      for (const body of bodies)
        this.#take({ id: `${this.#name}-${++this.#count}`, body, attempts: 1 }, delaySeconds);
    });
  }

  #take(message: Message, delaySeconds: number): void {
    const { faults } = this.#host;
    if (faults.comes("queue_loses", message.id)) return;
    this.#deliver(message, delaySeconds * 1000);
    if (faults.comes("queue_doubles", message.id)) this.#deliver(message, delaySeconds * 1000);
  }

  #deliver(message: Message, delayMs: number): void {
    const { faults, time, random } = this.#host;
    const isLate = faults.comes("queue_late", message.id);
    const lateMs = isLate ? faults.size("queue_late", 1000, 10 * MINUTE_MS) : random.whole(5, 60);
    time.after(delayMs + lateMs, () => {
      if (this.#ready.push(message) === 1) time.after(1, () => this.#handOut());
    });
  }

  #handOut(): void {
    const messages = this.#ready.splice(0, this.#consumer.mostInBatch);
    if (this.#ready.length > 0) this.#host.time.after(1, () => this.#handOut());
    const again = new Map<Message, number>();
    const retry = (message: Message, { delaySeconds = 0 } = {}) => again.set(message, delaySeconds);
    const batch: Batch = {
      queue: `uptide-${this.#name}`,
      messages: messages.map((message) => ({
        ...message,
        timestamp: new Date(),
        ack: () => again.delete(message),
        retry: (options?: { delaySeconds?: number }) => retry(message, options),
      })),
      retryAll: (options) => {
        for (const message of messages) retry(message, options);
      },
      ackAll: () => again.clear(),
    };
    void this.#consumer.consume(batch).then(
      () => this.#repeat(again),
      () => this.#repeat(new Map(messages.map((message) => [message, 5]))),
    );
  }

  #repeat(again: ReadonlyMap<Message, number>): void {
    for (const [{ attempts, ...message }, delaySeconds] of again)
      if (attempts <= 100) this.#deliver({ ...message, attempts: attempts + 1 }, delaySeconds * 1000);
  }
}
