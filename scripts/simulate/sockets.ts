import type { Host } from "./host.ts";
import { leave } from "./host.ts";

const OPEN = 1;
const CLOSED = 3;
const DELAY_MS = 4;

interface Echo {
  request: string;
  response: string;
}

type Listener = (event: { data?: string; code?: number }) => void;

interface SocketHandler {
  message(socket: ServerSocket, data: string): void;
  closed(socket: ServerSocket): void;
}

/** Survives hibernation of the object, but not its stop. */
export class ServerSocket {
  readyState = OPEN;
  readonly #host: Host;
  readonly client: ClientSocket;
  handler: SocketHandler | null = null;
  echo: Echo | null = null;
  #attachment: string | null = null;
  #echoedAt: number | null = null;

  constructor(host: Host) {
    this.#host = host;
    this.client = new ClientSocket(host, this);
  }

  send(data: string): void {
    if (this.readyState !== OPEN) throw new TypeError("Can't call WebSocket send() after close().");
    void leave(this.#host, { where: "a message to an agent", delayMs: DELAY_MS }, () =>
      this.client.emit("message", { data }),
    ).catch(() => {});
  }

  close(code = 1000): void {
    this.lose(code);
  }

  /** As after a crash or deploy: the other side hears of it, unless the line is cut. */
  lose(code = 1006): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.#host.time.after(DELAY_MS, () => this.client.emit("close", { code }));
  }

  receive(data: string): void {
    if (this.readyState !== OPEN) return;
    if (data === this.echo?.request) {
      this.#echoedAt = this.#host.time.now();
      const { response } = this.echo;
      this.#host.time.after(DELAY_MS, () => this.client.emit("message", { data: response }));
    } else this.handler?.message(this, data);
  }

  hangUp(): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.handler?.closed(this);
  }

  echoedAt(): Date | null {
    return this.#echoedAt === null ? null : new Date(this.#echoedAt);
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = JSON.stringify(value);
  }

  deserializeAttachment(): unknown {
    return this.#attachment === null ? null : JSON.parse(this.#attachment);
  }
}

/** With its line cut, neither side learns that the other is gone. */
export class ClientSocket {
  readonly #host: Host;
  readonly #server: ServerSocket;
  readonly #listeners = new Map<string, Listener>();
  isCut = false;

  constructor(host: Host, server: ServerSocket) {
    this.#host = host;
    this.#server = server;
  }

  on(what: "message" | "close", listener: Listener): void {
    this.#listeners.set(what, listener);
  }

  emit(what: "message" | "close", event: Parameters<Listener>[0]): void {
    if (!this.isCut) this.#listeners.get(what)?.(event);
  }

  send(data: string): void {
    this.#later(() => this.#server.receive(data));
  }

  close(): void {
    this.#listeners.clear();
    this.#later(() => this.#server.hangUp());
  }

  #later(work: () => void): void {
    if (!this.isCut) this.#host.time.after(DELAY_MS, work);
  }
}

export class ObjectSockets {
  #sockets: ServerSocket[] = [];
  #echo: Echo | null = null;
  readonly #handler: SocketHandler;

  constructor(handler: SocketHandler) {
    this.#handler = handler;
  }

  get members() {
    return {
      acceptWebSocket: (socket: ServerSocket) => {
        socket.handler = this.#handler;
        socket.echo = this.#echo;
        this.#sockets.push(socket);
      },
      getWebSockets: () => {
        this.#sockets = this.#sockets.filter(({ readyState }) => readyState === OPEN);
        return [...this.#sockets];
      },
      setWebSocketAutoResponse: (echo: Echo) => {
        this.#echo = echo;
      },
      getWebSocketAutoResponseTimestamp: (socket: ServerSocket) => socket.echoedAt(),
    };
  }

  loseAll(): void {
    for (const socket of this.#sockets.splice(0)) socket.lose();
  }
}
