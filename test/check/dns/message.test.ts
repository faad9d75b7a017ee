import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuery, parseResponse } from "../../../src/check/dns/message.ts";
import { toQuestion } from "../../../src/check/dns/question.ts";
import { CheckFault } from "../../../src/check/fault.ts";

const fromHex = (...parts: string[]) =>
  Uint8Array.from(Buffer.from(parts.join("").replaceAll(" ", ""), "hex"));
/** Question of `a.test` (at byte 12), class IN. */
const QUESTION = "0161 0474657374 00";

function answer(type: string, ...records: string[]): Uint8Array {
  const count = records.length.toString(16).padStart(4, "0");
  const body = records.map((data) => {
    const length = (data.replaceAll(" ", "").length / 2).toString(16).padStart(4, "0");
    return `c00c ${type} 0001 0000003c ${length} ${data}`;
  });
  return fromHex(`1234 8180 0001 ${count} 0000 0000`, QUESTION, `${type} 0001`, ...body);
}

describe("formatQuery", () => {
  it("formats a query as in RFC 1035, with recursion", () => {
    expect(formatQuery(0x1234, { name: "a.test", type: "CAA" })).toEqual(
      fromHex("1234 0100 0001 0000 0000 0000", QUESTION, "0101 0001"),
    );
  });
});

describe("parseResponse", () => {
  it.each([
    ["A", "0001", "c0000201", "192.0.2.1"],
    ["AAAA", "001c", "20010db8 00000000 00000000 00000001", "2001:db8::1"],
    ["CNAME", "0005", "0162 c00e", "b.test"],
    ["NS", "0002", "036e7331 c00c", "ns1.a.test"],
    ["MX", "000f", "000a 026d78 c00e", "10 mx.test"],
    ["TXT", "0010", "0361203d 0262c3 01a9", "a =b\ufffd\ufffd"],
    ["SRV", "0021", "0001 0002 01bb 0162 c00e", "1 2 443 b.test"],
    ["CAA", "0101", "00 05 6973737565 63612e74657374", '0 issue "ca.test"'],
    ["PTR", "000c", "0162 c00e", "b.test"],
    [
      "SOA",
      "0006",
      "0162 c00e 0163 c00e 00000001 00000002 00000003 00000004 ffffffff",
      "b.test c.test 1 2 3 4 4294967295",
    ],
  ] as const)("reads %s records", (type, number, data, text) => {
    expect(parseResponse(answer(number, data, data), { id: 0x1234, type })).toEqual({
      code: "NOERROR",
      records: [text, text],
    });
  });

  it("follows aliases to an address", () => {
    const message = fromHex(
      "1234 8180 0001 0002 0000 0000",
      `${QUESTION} 0001 0001`,
      "c00c 0005 0001 0000003c 0004 0162 c00e",
      "c024 0001 0001 0000003c 0004 c0000201",
    );
    expect(parseResponse(message, { id: 0x1234, type: "A" }).records).toEqual(["192.0.2.1"]);
  });

  it("escapes unusual names as zone files do", () => {
    expect(parseResponse(answer("0005", "03612e00 c00e"), { id: 0x1234, type: "CNAME" }).records).toEqual([
      "a\\.\\000.test",
    ]);
  });

  it.each([
    ["another id", "A", fromHex("1235 8180 0000 0000 0000 0000")],
    ["a question", "A", fromHex("1234 0100 0000 0000 0000 0000")],
    ["a truncated response", "A", fromHex("1234 8380 0000 0000 0000 0000")],
    ["half a header", "A", fromHex("1234 8180")],
    ["a truncated record", "A", answer("0001", "c0000201").subarray(0, -1)],
    ["a short address", "A", answer("0001", "c000")],
    ["a name that points at itself", "CNAME", answer("0005", "c024")],
    ["a name with a pointer loop", "CNAME", answer("0005", "0162 c024")],
    ["a name that points beyond the message", "CNAME", answer("0005", "c0ff")],
    ["a long label", "CNAME", answer("0005", `40 ${"61".repeat(64)} 00`)],
    ["a long name", "CNAME", answer("0005", `${`3f ${"61".repeat(63)}`.repeat(5)} 00`)],
  ] as const)("rejects %s", (_, type, message) => {
    expect(() => parseResponse(message, { id: 0x1234, type })).toThrow(CheckFault);
  });

  it("throws only CheckFault for any bytes, and never loops", () => {
    const sound = answer("0006", "0162 c00e 0163 c00e 00000001 00000002 00000003 00000004 00000005");
    const mutation = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(mutation, fc.nat(sound.length), (changes, length) => {
        const message = sound.slice(0, length + 20);
        for (const [at, byte] of changes) message[at] = byte;
        try {
          parseResponse(message, { id: 0x1234, type: "SOA" });
        } catch (error) {
          expect(error).toBeInstanceOf(CheckFault);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe("toQuestion", () => {
  it.each([
    ["Example.COM.", "A", "example.com"],
    ["_sip._tcp.example.com", "SRV", "_sip._tcp.example.com"],
    ["bücher.example", "A", "xn--bcher-kva.example"],
    ["192.0.2.10", "PTR", "10.2.0.192.in-addr.arpa"],
    ["2001:db8::1", "PTR", `1.${"0.".repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
    ["10.2.0.192.in-addr.arpa", "PTR", "10.2.0.192.in-addr.arpa"],
  ] as const)("asks for %s %s", (hostname, type, name) => {
    expect(toQuestion(hostname, type)).toEqual({ name, type });
  });

  it.each(["", "192.0.2.1", "::1", "a..b", `${"a".repeat(64)}.test`, "http://x/"])(
    "rejects %j",
    (hostname) => {
      expect(toQuestion(hostname, "A")).toBeNull();
    },
  );
});
