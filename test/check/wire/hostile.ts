import { connect } from "node:net";
import { Readable, Writable } from "node:stream";
import { expect, vi } from "vitest";
import { type ProbeResult, probe } from "../../../src/check/probe.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import type { Config } from "../../../src/lib/config.ts";
import type { Dial, DialedSocket } from "../../../src/lib/wire/dial.ts";
import { makeChance, mutate } from "../tls/mutate.ts";

/** A healthy server without TLS, whose responses can be recorded. */
export interface Subject {
  type: string;
  config: Config;
  secrets: readonly string[];
}

export type Responses = readonly Uint8Array[];

const LONG_MS = 20_000;

/** Randomness is fixed, so the recording matches later checks. */
export async function recordAnswers(subject: Subject): Promise<Responses> {
  const answers: Uint8Array[] = [];
  const answer = await withStillRandomness(() => check(subject, { connect: recordingDial(answers) }));
  if (answer.status !== "up") throw new Error(`There is nothing to record: ${answer.message}`);
  return answers;
}

/** The server closes after each of its bytes except the last. Each check must fail at once with a clear message. */
export async function expectFailuresWhenClosed(subject: Subject, answers: Responses): Promise<void> {
  const all = concat(...answers);
  await withStillRandomness(async () => {
    for (const end of cutsOf(all.length)) {
      const connect = playing(all.subarray(0, end), "closes");
      const answer = await check(subject, { connect });
      expectCleanFailure(answer, subject, `closed after ${end} of ${all.length} bytes`);
    }
  });
}

/** The server stops sending instead, and the check must end at its timeout. */
export async function expectFailuresWhenStalled(subject: Subject, answers: Responses): Promise<void> {
  const all = concat(...answers);
  const falling = async (end: number) => {
    const connect = playing(all.subarray(0, end), "stalls");
    const answer = await check(subject, { connect, timeoutMs: 300 });
    const what = `silent after ${end} of ${all.length} bytes`;
    expectCleanFailure(answer, subject, what);
    expect(answer.message, what).toMatch(/ within 300 ms\.$/);
  };
  await withStillRandomness(() => Promise.all(cutsOf(all.length).map(falling)));
}

/** Each damaged conversation must end in a clear result without a secret. */
export async function expectSenseOfDamaged(subject: Subject, answers: Responses, runs = 5000): Promise<void> {
  const chance = makeChance(20);
  const all = concat(...answers);
  await withStillRandomness(async () => {
    for (let run = 0; run < runs; run++) {
      const damaged = mutate(all, chance, () => [...answers]);
      const connect = playing(damaged, "closes", 1 + chance(400));
      const answer = await check(subject, { connect });
      expectSense(answer, subject, `run ${run}`);
    }
  });
}

/** A server that never stops sending: the check must bound its reads and end. */
export async function expectBoundsWhenFlooded(subject: Subject, answers: Responses): Promise<void> {
  const all = concat(...answers);
  for (const end of [0, Math.floor(all.length / 2), all.length - 1]) {
    let poured = 0;
    const flood = new Uint8Array(64 * 1024).fill(0x41);
    const socket = () => {
      let isBegun = false;
      return madeSocket(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(isBegun || end === 0 ? flood : all.slice(0, end));
            isBegun = true;
            poured += flood.length;
          },
        }),
      );
    };
    const answer = await withStillRandomness(() => check(subject, { connect: socket }));
    expectSense(answer, subject, `flooded after ${end} bytes`);
    expect(poured).toBeLessThan(4 * 1024 * 1024);
  }
}

interface Circumstances {
  connect: Dial;
  timeoutMs?: number;
}

async function check(
  { type, config }: Subject,
  { connect, timeoutMs = LONG_MS }: Circumstances,
): Promise<ProbeResult> {
  const fetch = () => Promise.reject(new TypeError("Nothing is fetched here."));
  return await probe({ type, config, timeoutMs }, { connect, fetch, now: () => Date.now() });
}

/** Fixed nonces match the recorded responses. */
async function withStillRandomness<T>(work: () => Promise<T>): Promise<T> {
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((into) => {
    if (into && "fill" in into) (into as Uint8Array).fill(0x42);
    return into;
  });
  try {
    return await work();
  } finally {
    random.mockRestore();
  }
}

function expectCleanFailure(answer: ProbeResult, subject: Subject, what: string): void {
  expectSense(answer, subject, what);
  expect(answer.status, `${what}: ${answer.message}`).toBe("down");
}

/** Runs thousands of times per file, and one `expect` takes as long as the check itself. */
function expectSense({ message, isOwnFault, steps }: ProbeResult, { secrets }: Subject, what: string): void {
  const text = JSON.stringify([message, steps]);
  const isSentence = /^\S.*\.$/s.test(message) && !/internal error|undefined|\[object|NaN/.test(message);
  if (!isOwnFault && isSentence && !secrets.some((secret) => text.includes(secret))) return;
  expect.fail(`${what}: ${isOwnFault ? "a fault of its own, " : ""}${text}`);
}

/** Cuts at each byte of a short conversation, or at about two hundred positions of a long one. */
function cutsOf(length: number): number[] {
  const step = Math.max(1, Math.floor(length / 200));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

function playing(bytes: Uint8Array, end: "closes" | "stalls", chunkBytes = Math.max(1, bytes.length)): Dial {
  return () => {
    let at = 0;
    return madeSocket(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at < bytes.length) {
            controller.enqueue(bytes.slice(at, at + chunkBytes));
            at += chunkBytes;
          } else if (end === "closes") controller.close();
          else return new Promise(() => undefined);
        },
      }),
    );
  };
}

function madeSocket(readable: ReadableStream<Uint8Array>): DialedSocket {
  return {
    opened: Promise.resolve(),
    readable,
    writable: new WritableStream<Uint8Array>(),
    close: async () => undefined,
  };
}

function recordingDial(answers: Uint8Array[]): Dial {
  return ({ hostname, port }) => {
    const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port });
    const opened = new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("error", reject);
    });
    socket.on("error", () => undefined);
    const note = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        answers.push(new Uint8Array(chunk));
        controller.enqueue(chunk);
      },
    });
    const readable = Readable.toWeb(socket) as unknown as ReadableStream<Uint8Array>;
    return {
      opened,
      readable: readable.pipeThrough(note),
      writable: Writable.toWeb(socket) as unknown as WritableStream<Uint8Array>,
      async close() {
        socket.destroy();
      },
    };
  };
}
