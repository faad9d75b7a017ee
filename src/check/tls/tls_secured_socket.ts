import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { APPLICATION_DATA } from "./tls_aead.ts";
import type { Handshake, TlsLine } from "./tls_handshake.ts";
import { ALERT } from "./tls_messages.ts";

const CLOSE_NOTIFY = Uint8Array.of(1, 0);

interface SecuredOptions extends Pick<Handshake, "handleMessage"> {
  close: Socket["close"];
}

export function makeSecuredSocket({ messages, records }: TlsLine, options: SecuredOptions): Socket {
  const { handleMessage, close } = options;
  let isEnded = false;

  async function end(): Promise<void> {
    if (isEnded) return;
    isEnded = true;
    // A server that stopped reading would block the close.
    if (!records.isBusy) await records.write(ALERT, CLOSE_NOTIFY).catch(() => undefined);
  }

  async function readData(): Promise<Uint8Array | null> {
    for (;;) {
      const content = await messages.readContent().catch((error: unknown) => {
        throw error instanceof WireError && error.fault === "closed" ? cutOff(error) : error;
      });
      if (content === null || content instanceof Uint8Array) return content;
      handleMessage(content);
    }
  }

  return {
    readable: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const data = await readData();
          if (data) controller.enqueue(data);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<Uint8Array>({
      write: (bytes) => records.write(APPLICATION_DATA, bytes),
      close: end,
    }),
    async close() {
      await end();
      await close();
    },
  };
}

/** Without close_notify an attacker could have truncated the data. */
function cutOff(cause: WireError): WireError {
  return new WireError(
    "closed",
    "The server closed the connection without ending TLS: what it sent may be cut short.",
    { cause },
  );
}
