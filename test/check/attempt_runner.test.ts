import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAttemptRunner } from "../../scripts/agent/attempt_runner.ts";
import { makeHourCount } from "../../scripts/agent/last_hour.ts";
import { findLacks } from "../../scripts/agent/own_abilities.ts";
import { makeOwnSecrets } from "../../scripts/agent/own_secrets.ts";
import { OwnFault } from "../../src/check/fault.ts";
import type { AgentResult, Attempt } from "../../src/schema/agent_message.ts";
import { eventually } from "../eventually.ts";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";

let target: HttpPeer;
let status = 200;

beforeAll(async () => {
  target = await startHttp((_, response) => response.writeHead(status).end("ok"));
});

afterAll(async () => await target.stop());

function attempt(id: string, url = target.origin): Attempt {
  return { id, type: "https", config: { url }, timeoutMs: 5000, shouldReadCertificate: false };
}

async function run(attempts: readonly Attempt[], { isLineGood }: { isLineGood: boolean }) {
  const messages: (readonly AgentResult[])[] = [];
  const runner = makeAttemptRunner({
    secrets: makeOwnSecrets({ env: {} }),
    hour: makeHourCount(),
    send: (results) => void messages.push(results),
    isLineGood: async () => isLineGood,
  });
  runner.start(attempts);
  await eventually(() => expect(messages.flat()).toHaveLength(attempts.length));
  return messages;
}

describe("an agent's attempts", () => {
  it("are reported in batches", async () => {
    status = 200;
    const messages = await run(
      Array.from({ length: 150 }, (_, at) => attempt(`a${at}`)),
      { isLineGood: true },
    );
    expect(messages.flat().every(({ answer }) => answer.status === "up")).toBe(true);
    expect(messages.length).toBeLessThan(10);
  });

  it("report a refused connection like any other failure", async () => {
    const closed = await startHttp(() => undefined);
    await closed.stop();
    const [results] = await run([attempt("a", closed.origin)], { isLineGood: true });
    expect(results?.[0]?.answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(results?.[0]?.answer.message).toContain("refused");
  });

  it("don't count as failures of the target while the agent's own connection is down", async () => {
    status = 500;
    const [results] = await run([attempt("a")], { isLineGood: false });
    expect(results?.[0]?.answer).toMatchObject({
      isOwnFault: true,
      message: "The check could not be made: the agent's own connection was interrupted.",
      steps: [],
    });
    expect(target.requests.length).toBeGreaterThan(0);
  });

  it("of an unknown type are reported as down", async () => {
    const [results] = await run([{ ...attempt("a"), type: "carrier-pigeon" }], { isLineGood: true });
    expect(results?.[0]?.answer.status).toBe("down");
  });
});

describe("the last hour of an agent", () => {
  it("counts checks, and drops older ones", () => {
    let now = 0;
    const hour = makeHourCount(() => now);
    hour.add(true);
    now = 1_800_000;
    hour.add(false);
    expect(hour.read()).toEqual({ checks: 2, notMade: 1 });
    now = 3_700_000;
    expect(hour.read()).toEqual({ checks: 1, notMade: 1 });
    now = 9_000_000;
    expect(hour.read()).toEqual({ checks: 0, notMade: 0 });
  });
});

describe("the limitations of an agent's machine", () => {
  it("are found by trying", async () => {
    expect(await findLacks(async () => [0.1])).toEqual([]);
    const reason = "The agent's machine has no ping command.";
    const fails = async () => {
      throw new OwnFault(reason);
    };
    expect(await findLacks(fails)).toEqual([{ what: "ICMP", reason }]);
  });
});
