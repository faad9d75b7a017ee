import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAttemptRunner } from "../../scripts/agent/attempt_runner.ts";
import { makeOwnSecrets } from "../../scripts/agent/own_secrets.ts";
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
    send: (results) => void messages.push(results),
    isLineGood: async () => isLineGood,
  });
  runner.start(attempts);
  await eventually(() => expect(messages.flat()).toHaveLength(attempts.length));
  return messages;
}

describe("the attempts that an agent makes", () => {
  it("are reported together", async () => {
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

  it("are no failures of the target while the agent's own connection is broken", async () => {
    status = 500;
    const [results] = await run([attempt("a")], { isLineGood: false });
    expect(results?.[0]?.answer).toMatchObject({
      isOwnFault: true,
      message: "The check could not be made: the agent's own connection was interrupted.",
      steps: [],
    });
    expect(target.requests.length).toBeGreaterThan(0);
  });

  it("that cannot be understood say so", async () => {
    const [results] = await run([{ ...attempt("a"), type: "carrier-pigeon" }], { isLineGood: true });
    expect(results?.[0]?.answer.status).toBe("down");
  });
});
