import { afterAll, beforeAll, expect, it } from "vitest";
import type { CheckRequest } from "../../src/objects/prober.ts";
import { startHttp } from "./http_peer.ts";
import { type ProberRuntime, startProber } from "./prober_runtime.ts";
import { startTcp } from "./tls_peer.ts";
import { useKeep } from "./up/fixture.ts";

const keep = useKeep();
let prober: ProberRuntime;

beforeAll(async () => {
  prober = await startProber();
});

afterAll(async () => await prober.stop());

const checkOf = (url: string, timeoutMs = 10_000): CheckRequest => {
  return { type: "https", config: { url }, timeoutMs };
};

it("an invocation passes on finished results before all its targets have responded", async () => {
  const arrived = Promise.withResolvers<void>();
  const seen = new Set<string>();
  const web = await keep(
    startHttp(async ({ url = "" }, response) => {
      if (url.startsWith("/arrived/")) seen.add(url);
      if (seen.has("/arrived/1") && seen.has("/arrived/2")) arrived.resolve();
      if (url === "/slow") await arrived.promise;
      response.end("hello");
    }),
  );
  const together = ["slow", "a", "b"].map((path) => checkOf(`${web.origin}/${path}`));
  const answers = await prober.checkTogether({ together, arrivals: `${web.origin}/arrived` });
  expect(answers.map(({ status }) => status)).toEqual(["up", "up", "up"]);
});

it("an invocation reports the cause for each of its hanging targets", async () => {
  const web = await keep(startHttp((_, response) => response.end()));
  const hanging = await keep(startTcp(() => undefined));
  const url = `http://127.0.0.1:${hanging.port}/`;
  const together = Array.from({ length: 5 }, () => checkOf(url, 2000));
  const answers = await prober.checkTogether({ together, arrivals: web.origin });
  expect(answers).toHaveLength(5);
  for (const { message } of answers)
    expect(message).toBe(`Connected to 127.0.0.1:${hanging.port}, but no response within 2000 ms.`);
});

it("an invocation hangs up on a long response at once, and on short ones when it ends", async () => {
  const [isShortOver, isLongOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const web = await keep(
    startHttp(async ({ url = "", socket }, response) => {
      const over = url === "/short" ? isShortOver : isLongOver;
      if (url !== "/last") for (const event of ["end", "error"]) socket.once(event, () => over.resolve());
      if (url === "/long") return response.setHeader("Content-Length", 1e9).write("hello");
      if (url === "/last") await isLongOver.promise;
      response.end("hello");
    }),
  );
  const together = ["short", "long", "last"].map((path) => checkOf(`${web.origin}/${path}`));
  const answers = await prober.checkTogether({ together, arrivals: web.origin });
  expect(answers.map(({ status }) => status)).toEqual(["up", "up", "up"]);
  await isShortOver.promise;
});
