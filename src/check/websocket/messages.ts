import { abortable } from "../../lib/within.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { quote } from "../quote.ts";

const MAX_BYTES = 64 * 1024;

const CLOSE_MS = 1000;

/** The platform drops pending writes when a check ends, so wait for the server's close frame. */
export async function closeSocket(probe: Probe, socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const signal = AbortSignal.any([probe.signal, AbortSignal.timeout(CLOSE_MS)]);
  socket.addEventListener("close", () => resolve());
  socket.addEventListener("error", () => resolve());
  socket.close(1000);
  await abortable(promise, signal).catch(() => undefined);
}

/** Call before accepting the socket, or early messages are lost. */
export async function readExpected(probe: Probe<{ expect: string }>, socket: WebSocket): Promise<void> {
  const { expect } = probe.config;
  const arrival = watchMessages(probe, socket);
  // Prevents an unhandled rejection before it is awaited below.
  arrival.catch(() => undefined);
  const plan = { label: "Expect", late: `Expected ${quote(expect)}, got nothing` };
  await probe.steps.run(plan, () => abortable(arrival, probe.signal));
}

function watchMessages(
  { config: { expect }, steps }: Probe<{ expect: string }>,
  socket: WebSocket,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  let last: string | null = null;
  const got = () => `Expected ${quote(expect)}, got ${last === null ? "nothing" : quote(last)}`;
  const fail = (kind: CheckFault["kind"], why: string) => reject(new CheckFault(kind, `${got()}${why}.`));
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    last = typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer);
    bytes += typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength;
    if (last.includes(expect)) return resolve();
    steps.setTimeoutMessage(got());
    if (bytes > MAX_BYTES) fail("protocol", " and more");
  });
  socket.addEventListener("close", ({ code, reason }) =>
    fail("closed", `, then ${describeClose(code, reason)}`),
  );
  socket.addEventListener("error", ({ message }) =>
    fail("protocol", `, then the connection failed: ${quote(message)}`),
  );
  return promise;
}

/** 1005 and 1006 are never sent: they mean a close without a code, and no close frame at all. */
function describeClose(code: number, reason: string): string {
  if (code === 1006) return "the server closed the connection without a close frame";
  const why = reason === "" ? "" : `: ${quote(reason)}`;
  return `the server closed it${code === 1005 ? "" : ` with code ${code}`}${why}`;
}
