import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../../../durable/agent/connections.ts";
import { OpenAttempts } from "../../../durable/agent/open_attempts.ts";
import { makeAgentKeys } from "../../../src/lib/agent_seal.ts";
import type { AgentCheck } from "../../../src/objects/agent.ts";
import type { Attempt } from "../../../src/schema/agent_message.ts";
import { UP } from "./stand_in.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const ATTEMPT: Attempt = { id: "a", type: "tcp", config: {}, timeoutMs: 1000, shouldReadCertificate: false };

async function makeConnection(): Promise<Connection> {
  const { 0: socket, 1: other } = new WebSocketPair();
  socket.accept();
  other.accept();
  const { publicKey } = await makeAgentKeys();
  const known = { version: "", host: "", address: "", connectedAt: 0, tokenHash: "", tokenUntil: null };
  const own = { lacks: [], lastHour: null, roundTripMs: null };
  return { ...known, ...own, publicKey, socket, seenAt: 0 };
}

describe("an attempt sent to an agent", () => {
  it("times out at its own deadline, and drops a late result", async () => {
    const attempts = new OpenAttempts();
    const connection = await makeConnection();
    const checks: AgentCheck[] = [];
    const done = attempts.add(ATTEMPT).then((check) => void checks.push(check));
    await attempts.send(attempts.waiting, connection);
    await vi.advanceTimersByTimeAsync(8999);
    expect(checks).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    attempts.takeResults(connection.socket, [{ id: "a", answer: UP }]);
    expect(checks).toMatchObject([{ isOwnFault: true, message: expect.stringContaining("in time") }]);
  });

  it("waits for another process with a new deadline when its own disconnects", async () => {
    const attempts = new OpenAttempts();
    const [first, second] = [await makeConnection(), await makeConnection()];
    const check = attempts.add(ATTEMPT);
    await attempts.send(attempts.waiting, first);
    expect(attempts.waiting).toEqual([]);
    attempts.release(first.socket);
    expect(attempts.waiting).toEqual([ATTEMPT]);
    await vi.advanceTimersByTimeAsync(20_000);
    await attempts.send(attempts.waiting, second);
    attempts.takeResults(second.socket, [{ id: "a", answer: UP }]);
    expect(await check).toEqual(UP);
  });
});
