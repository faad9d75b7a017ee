import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findTargetFault } from "../../../src/service/outgoing/public_target.ts";
import { bindings } from "../../api/client.ts";

type Records = { a?: readonly string[]; aaaa?: readonly string[]; code?: number };
let records: Records;
let asked: string[];

beforeAll(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    asked.push(request.url);
    return await answerDns(request);
  });
});

afterEach(() => {
  records = {};
  asked = [];
});

records = {};
asked = [];

async function answerDns(request: Request): Promise<Response> {
  const question = new Uint8Array(await request.arrayBuffer());
  const isV6 = question[question.length - 3] === 28;
  const found = isV6
    ? (records.aaaa ?? []).map(bytesOfV6)
    : (records.a ?? []).map((ip) => ip.split(".").map(Number));
  const rows = found.flatMap((bytes) => [
    0xc0,
    12,
    0,
    isV6 ? 28 : 1,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    bytes.length,
    ...bytes,
  ]);
  const head = [0, 0, 0x81, 0x80 | (records.code ?? 0), 0, 1, 0, found.length, 0, 0, 0, 0];
  return new Response(Uint8Array.from([...head, ...question.slice(12), ...rows]), {
    headers: { "Content-Type": "application/dns-message" },
  });
}

function bytesOfV6(ip: string): number[] {
  return ip
    .split(":")
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}

describe("the check of a webhook's target", () => {
  it("accepts a name with public A and AAAA records", async () => {
    records = { a: ["8.8.8.8"], aaaa: ["2606:4700:0:0:0:0:0:1111"] };
    expect(await findTargetFault(bindings, "https://hook.example/path")).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Records]>([
    ["only a private address", { a: ["10.0.0.1"] }],
    ["a private address among public ones", { a: ["8.8.8.8", "127.0.0.1"] }],
    ["a private IPv6 address and a public IPv4 address", { a: ["8.8.8.8"], aaaa: ["fd00:0:0:0:0:0:0:1"] }],
    ["a mapped private address", { aaaa: ["0:0:0:0:0:ffff:7f00:1"] }],
    ["no address", {}],
    ["an address the resolver can't determine", { code: 2 }],
  ])("rejects a name with %s", async (_, found) => {
    records = found;
    const fault = await findTargetFault(bindings, "https://hook.example/");
    expect(fault?.message).toMatch(/^hook\.example /);
  });

  it.each([
    "http://8.8.8.8/",
    "https://10.1.2.3/",
    "https://2130706433/",
    "https://localhost/",
    "ftp://8.8.8.8/",
    "x",
  ])("rejects %s without a request", async (address) => {
    expect(await findTargetFault(bindings, address)).not.toBeNull();
    expect(asked).toEqual([]);
  });

  it("accepts any http or https address when private addresses are allowed", async () => {
    const env = { ...bindings, SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };
    expect(await findTargetFault(env, "http://127.0.0.1:9/")).toBeNull();
    expect(await findTargetFault(env, "ftp://127.0.0.1/")).not.toBeNull();
    expect(asked).toEqual([]);
  });
});
