import { utf8 } from "./bytes.ts";
import { makeByteQueue } from "./wire/reader.ts";

interface FormPart {
  name: string;
  bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

const MOST_HEAD_BYTES = 8192;
const CR = 13;

export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  return /^[ -~]{1,70}$/.test(boundary) ? boundary : null;
}

/** Streams the parts, so a large one is never held in memory. Throws a SyntaxError. */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const source = body[Symbol.asyncIterator]();
  const queue = makeByteQueue();
  queue.append(utf8("\r\n"));
  const delimiter = utf8(`\r\n--${boundary}`);

  async function more(): Promise<void> {
    const { done, value } = await source.next();
    if (done) throw new SyntaxError("the form ends too early");
    queue.append(value);
  }

  async function* untilDelimiter(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const at = findBytes(queue.view(), delimiter);
      if (at.isWhole) {
        if (at.from > 0) yield queue.take(at.from);
        queue.take(delimiter.length);
        return;
      }
      if (at.from > 0) yield queue.take(at.from);
      await more();
    }
  }

  async function takeHead(): Promise<string> {
    const end = utf8("\r\n\r\n");
    for (;;) {
      const at = findBytes(queue.view(), end);
      if (at.isWhole) return new TextDecoder().decode(queue.take(at.from + end.length));
      if (queue.length > MOST_HEAD_BYTES) throw new SyntaxError("a field of the form has too long a head");
      await more();
    }
  }

  for await (const _ of untilDelimiter());
  for (;;) {
    while (queue.length < 2) await more();
    if (new TextDecoder().decode(queue.view().subarray(0, 2)) === "--") return;
    const head = await takeHead();
    const name = /^content-disposition:[^\r\n]*?[;\s]name="([^"\r\n]*)"/im.exec(head)?.[1];
    if (name === undefined) throw new SyntaxError("a field of the form has no name");
    const bytes = untilDelimiter();
    yield { name, bytes };
    for await (const _ of bytes);
  }
}

function findBytes(bytes: Uint8Array, wanted: Uint8Array): { from: number; isWhole: boolean } {
  for (let from = bytes.indexOf(CR); from >= 0; from = bytes.indexOf(CR, from + 1)) {
    const there = bytes.subarray(from, from + wanted.length);
    if (there.every((byte, i) => byte === wanted[i]))
      return { from, isWhole: there.length === wanted.length };
  }
  return { from: bytes.length, isWhole: false };
}
