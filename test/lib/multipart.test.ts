import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8 } from "../../src/lib/bytes.ts";
import { boundaryOf, readParts } from "../../src/lib/multipart.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(bytes: Uint8Array, boundary: string, size = 7): Promise<[string, string][]> {
  const fields: [string, string][] = [];
  for await (const { name, bytes: content } of readParts(inPieces(bytes, size), boundary)) {
    let text = "";
    for await (const chunk of content) text += Buffer.from(chunk).toString("latin1");
    fields.push([name, text]);
  }
  return fields;
}

async function encode(fields: readonly [string, Uint8Array<ArrayBuffer>][]) {
  const form = new FormData();
  for (const [name, bytes] of fields) form.append(name, new File([bytes], "a"));
  const response = new Response(form);
  const boundary = boundaryOf(response.headers.get("Content-Type") ?? "") ?? "";
  return { bytes: new Uint8Array(await response.arrayBuffer()), boundary };
}

describe("readParts", () => {
  it("reads every field of a form, whatever its bytes and chunks", async () => {
    const field = fc.tuple(fc.constantFrom("file", "passphrase"), fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(field, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        async (fields, size) => {
          const sent = fields.map(([name, bytes]): [string, Uint8Array<ArrayBuffer>] => [
            name,
            new Uint8Array(bytes),
          ]);
          const { bytes, boundary } = await encode(sent);
          const expected = sent.map(([name, content]) => [name, Buffer.from(content).toString("latin1")]);
          expect(await read(bytes, boundary, size)).toEqual(expected);
        },
      ),
    );
  });

  it("reads lines that almost end a field as content", async () => {
    const content = "\r\n--\r\n--b\r\r\n-\r\n--bound no";
    const text = `--bound!\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${content}\r\n--bound!--\r\n`;
    expect(await read(utf8(text), "bound!", 1)).toEqual([["file", content]]);
  });

  it("skips unread fields", async () => {
    const { bytes, boundary } = await encode([
      ["a", utf8("one")],
      ["b", utf8("two")],
    ]);
    const names: string[] = [];
    for await (const { name } of readParts(inPieces(bytes, 5), boundary)) names.push(name);
    expect(names).toEqual(["a", "b"]);
  });

  it("rejects forms that end early, have no field name or have an overlong header", async () => {
    const { bytes, boundary } = await encode([["file", utf8("content")]]);
    await expect(read(bytes.subarray(0, -12), boundary)).rejects.toThrow("ends too early");
    await expect(read(utf8("--b\r\nX: y\r\n\r\n1\r\n--b--"), "b")).rejects.toThrow("no name");
    await expect(read(utf8(`--b\r\nX: ${"y".repeat(9000)}`), "b", 500)).rejects.toThrow("too long a head");
    await expect(read(utf8("nothing"), "b")).rejects.toThrow("ends too early");
  });
});

describe("boundaryOf", () => {
  it("reads a quoted or plain boundary, and rejects invalid ones", () => {
    expect(boundaryOf("multipart/form-data; boundary=abc")).toBe("abc");
    expect(boundaryOf('multipart/form-data; charset=x; Boundary="a b c"')).toBe("a b c");
    for (const type of [
      "multipart/form-data",
      "multipart/form-data; boundary=",
      `multipart/form-data; boundary=${"a".repeat(71)}`,
    ])
      expect(boundaryOf(type)).toBeNull();
  });
});
