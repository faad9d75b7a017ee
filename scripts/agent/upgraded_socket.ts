import type { Duplex } from "node:stream";
import { closePayload, makeFrameReader, OPCODES, writeFrame } from "./web_socket_frames.ts";

export class UpgradedSocket extends EventTarget {
  readonly #stream: Duplex;
  readonly #head: Buffer;
  binaryType = "arraybuffer";
  readyState = 1;

  constructor(stream: Duplex, head: Buffer) {
    super();
    this.#stream = stream;
    this.#head = head;
  }

  accept(): void {
    const read = makeFrameReader();
    const take = (bytes: Buffer) => {
      try {
        for (const event of read(bytes)) this.#take(event);
      } catch (error) {
        this.#emit("error", { message: error instanceof Error ? error.message : String(error) });
        this.#stream.destroy();
      }
    };
    this.#stream.on("data", take);
    this.#stream.on("error", () => this.#stream.destroy());
    this.#stream.on("close", () => this.#end(1006, ""));
    if (this.#head.length > 0) take(this.#head);
  }

  send(data: string | Uint8Array): void {
    const isText = typeof data === "string";
    const bytes = isText ? Buffer.from(data) : data;
    this.#stream.write(writeFrame(isText ? OPCODES.text : OPCODES.binary, bytes));
  }

  close(code = 1000): void {
    if (this.readyState > 1) return;
    this.readyState = 2;
    this.#stream.write(writeFrame(OPCODES.close, closePayload(code)));
  }

  destroy(): void {
    this.#stream.destroy();
  }

  #take(event: ReturnType<ReturnType<typeof makeFrameReader>>[number]): void {
    if (event.kind === "ping") this.#stream.write(writeFrame(OPCODES.pong, event.data));
    else if (event.kind === "close") {
      this.close(event.code === 1005 ? 1000 : event.code);
      this.#stream.end();
      this.#end(event.code, event.reason);
    } else {
      const { data } = event;
      this.#emit("message", { data: typeof data === "string" ? data : data.slice().buffer });
    }
  }

  #end(code: number, reason: string): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#emit("close", { code, reason });
  }

  #emit(type: string, facts: object): void {
    this.dispatchEvent(Object.assign(new Event(type), facts));
  }
}
