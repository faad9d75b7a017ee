import { afterAll, beforeAll, expect, it } from "vitest";
import { argumentsFor, parseTimes, sendEchoesNode } from "../../scripts/agent/node_ping.ts";
import { probe } from "../../src/check/probe.ts";
import { makeFakePlatform } from "../check/fake_platform.ts";
import { PERL, pathWithPing } from "./icmp/path.ts";
import { describeWith } from "./needs.ts";

const before = process.env["PATH"];
const platform = makeFakePlatform({});

beforeAll(() => {
  process.env["PATH"] = pathWithPing();
});

afterAll(() => {
  process.env["PATH"] = before;
});

async function ping(config: object, sendEchoes = sendEchoesNode) {
  const request = { type: "ping", config: { mode: "icmp", ...config }, timeoutMs: 5000 };
  return await probe(request, { ...platform, sendEchoes });
}

describeWith(PERL)("an agent's ping", () => {
  it("sends real echo requests", async () => {
    const found = await ping({ host: "127.0.0.1", packets: 2 });
    expect(found).toMatchObject({
      status: "up",
      message: expect.stringMatching(/^Response in \d+ ms\.$/),
      steps: [{ label: "Ping 127.0.0.1", detail: "2 of 2 packets returned" }],
    });
  });

  it("reports a name that can't be resolved", async () => {
    expect(await ping({ host: "nowhere.invalid" })).toMatchObject({
      status: "down",
      isOwnFault: false,
      message: "The name nowhere.invalid can't be resolved.",
    });
  });

  it("reports a missing ping command", async () => {
    process.env["PATH"] = "/nowhere";
    expect(await ping({ host: "127.0.0.1" })).toMatchObject({
      isOwnFault: true,
      message: "The agent's machine has no ping command: install it, or use mode tcp with an open port.",
    });
    process.env["PATH"] = pathWithPing();
  });

  it.each([
    [{ packets: 4 }, [1], "up", "Response in 1 ms, 75% of packets lost."],
    [{ packets: 4, maxLossPct: 50 }, [1, 2], "degraded", "50% of packets lost."],
    [{ packets: 4, maxLossPct: 51 }, [1, 2], "up", "Response in 2 ms, 50% of packets lost."],
    [{ packets: 1, maxLossPct: 1 }, [0.4], "up", "Response in 0 ms."],
    [{ packets: 4 }, [], "down", "No response to 4 packets."],
  ])("evaluates %j with times %j", async (config, times, status, message) => {
    const found = await ping({ host: "10.0.0.1", ...config }, async () => times);
    expect([found.status, found.message]).toEqual([status, message]);
  });

  it("can't be sent without an agent", async () => {
    const request = { type: "ping", config: { mode: "icmp", host: "10.0.0.1" }, timeoutMs: 5000 };
    expect(await probe(request, platform)).toMatchObject({ isOwnFault: true });
  });

  it.each([
    [
      "iputils",
      "64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.034 ms\n64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.040 ms (DUP!)\n2 packets transmitted, 1 received, 50% packet loss, time 1001ms\nrtt min/avg/max/mdev = 0.034/0.034/0.034/0.000 ms",
      [0.034],
    ],
    [
      "macOS",
      "64 bytes from 10.0.0.1: icmp_seq=0 ttl=64 time=12.5 ms\nRequest timeout for icmp_seq 1",
      [12.5],
    ],
    [
      "Windows",
      "Antwort von 10.0.0.1: Bytes=32 Zeit<1ms TTL=128\r\nReply from ::1: time=3ms\r\n    Minimum = 0ms, Maximum = 3ms, Average = 1ms",
      [1, 3],
    ],
  ])("parses the output of ping from %s", (_, output, times) => {
    expect(parseTimes(output)).toEqual(times);
  });

  it("passes each system's options to ping", () => {
    const echoes = { hostname: "[::1]", packets: 3, timeoutMs: 5000 };
    expect(argumentsFor("linux", echoes).join(" ")).toBe("-n -c 3 -i 0.2 -W 4 -- ::1");
    expect(argumentsFor("darwin", echoes).join(" ")).toBe("-n -c 3 -i 0.2 -W 3900 -- ::1");
    expect(argumentsFor("win32", echoes).join(" ")).toBe("-n 3 -w 3900 ::1");
  });
});
