import type { Socket } from "../../../src/lib/wire/socket.ts";

export interface Script {
  chunkBytes?: number;
  staysOpen?: boolean;
}

export interface ScriptedSocket extends Socket {
  readonly written: Uint8Array[];
}

/** Sends its bytes regardless of what it receives. */
export function makeScriptedSocket(answer: Uint8Array, script: Script = {}): ScriptedSocket {
  const { chunkBytes = Math.max(1, answer.length), staysOpen = false } = script;
  const written: Uint8Array[] = [];
  let at = 0;
  return {
    written,
    readable: new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at < answer.length) {
          controller.enqueue(answer.slice(at, at + chunkBytes));
          at += chunkBytes;
        } else if (!staysOpen) controller.close();
        else return new Promise(() => undefined);
      },
    }),
    writable: new WritableStream<Uint8Array>({
      write(chunk) {
        written.push(chunk);
      },
    }),
    close: async () => undefined,
  };
}
