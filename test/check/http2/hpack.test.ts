import { describe, expect, it } from "vitest";
import { encodeFields, makeFieldDecoder } from "../../../src/check/http2/hpack.ts";
import { decodeHuffman } from "../../../src/check/http2/huffman.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));

describe("makeFieldDecoder", () => {
  it("reads the responses of RFC 7541, C.6, in order", () => {
    const decode = makeFieldDecoder();
    const location = ["location", "https://www.example.com"];
    const cache = ["cache-control", "private"];
    const date = ["date", "Mon, 21 Oct 2013 20:13:21 GMT"];
    const first =
      "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3";
    expect(decode(bytes(first))).toEqual([[":status", "302"], cache, date, location]);
    expect(decode(bytes("4883 640e ffc1 c0bf"))).toEqual([[":status", "307"], cache, date, location]);
    const third =
      "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07";
    expect(decode(bytes(third))).toEqual([
      [":status", "200"],
      cache,
      ["date", "Mon, 21 Oct 2013 20:13:22 GMT"],
      location,
      ["content-encoding", "gzip"],
      ["set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"],
    ]);
  });

  it("reads encoded headers of any length", () => {
    const fields = [":path", "a".repeat(126), "b".repeat(127), "ż".repeat(3000)].map((v) => [v, v] as const);
    expect(makeFieldDecoder()(encodeFields(fields))).toEqual(fields);
  });

  it("drops the oldest entry when the table is full or shrinks", () => {
    const decode = makeFieldDecoder();
    const field = (name: string, value: string) =>
      bytes(`40 01 ${Buffer.from(name).toString("hex")} 7f 811e ${Buffer.from(value).toString("hex")}`);
    const long = "v".repeat(127 + 0x01 + 0x1e * 128);
    expect(decode(field("a", long))).toEqual([["a", long]]);
    expect(decode(field("b", long))).toEqual([["b", long]]);
    expect(decode(bytes("be"))).toEqual([["b", long]]);
    expect(() => decode(bytes("bf"))).toThrow("its header block can't be read");
    expect(() => decode(bytes("20 be"))).toThrow("its header block can't be read");
  });

  it.each([
    ["index zero", "80"],
    ["an index outside the tables", "ff 7f"],
    ["an endless number", "ff ff ff ff ff ff ff"],
    ["a truncated name", "40 05 61"],
    ["a table larger than allowed", "3f e2 1f"],
    ["Huffman padding with zeros", "00 81 00 00"],
    ["Huffman padding of a whole byte", "00 82 1f ff 00"],
    ["an encoded end-of-string symbol", "00 84 ff ff ff ff 00"],
  ])("rejects %s", (_, hex) => {
    expect(() => makeFieldDecoder()(bytes(hex))).toThrow("its header block can't be read");
  });

  it("limits the decoded size of a small block", () => {
    const decode = makeFieldDecoder();
    decode(encodeFields([]));
    const kept = Buffer.concat([bytes("40 01 61 7f 811e"), Buffer.alloc(127 + 1 + 0x1e * 128, "v")]);
    decode(kept);
    expect(() => decode(new Uint8Array(100).fill(0xbe))).toThrow("its header block can't be read");
  });
});

describe("decodeHuffman", () => {
  it("returns nothing for empty input", () => {
    expect(decodeHuffman(new Uint8Array())).toEqual(new Uint8Array());
  });
});
