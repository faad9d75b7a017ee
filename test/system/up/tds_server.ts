import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { type Pair, type Peer, startTcp } from "../tls_peer.ts";
import { answerBatch } from "./tds_batch.ts";
import { answerLogin, type SeenLogin } from "./tds_login.ts";
import { makeMessageSplitter, packetsOf, sendResponse, type TdsMessage, TYPE } from "./tds_message.ts";

/** No encryption, optional, forced, or TDS 8 alone [MS-TDS 2.2.6.5, 3.3.5.1]. */
export type TdsEncryption = "none" | "offered" | "forced" | "strict";

interface TdsWish {
  encryption?: TdsEncryption;
  pair?: Pair;
  routes?: "readers" | "everybody";
}

export interface TdsServer extends Peer {
  logins: SeenLogin[];
  queries: string[];
}

const ENCRYPT = { off: 0, on: 1, notSupported: 2, required: 3 } as const;
const ANSWERS: Readonly<Record<Exclude<TdsEncryption, "strict">, readonly number[]>> = {
  // By the client's option: off, on, not supported, required.
  none: [ENCRYPT.notSupported, ENCRYPT.notSupported, ENCRYPT.notSupported, ENCRYPT.notSupported],
  offered: [ENCRYPT.off, ENCRYPT.on, ENCRYPT.notSupported, ENCRYPT.on],
  forced: [ENCRYPT.required, ENCRYPT.on, ENCRYPT.required, ENCRYPT.on],
};

/** A stand-in for SQL Server, written from [MS-TDS] and tested with Microsoft's own driver. */
export async function startTdsServer(wish: TdsWish = {}): Promise<TdsServer> {
  const logins: SeenLogin[] = [];
  const queries: string[] = [];
  const peer = await startTcp((socket) => {
    if (wish.encryption !== "strict") return serve(socket, { wish, logins, queries });
    const secured = secure(socket, wish, { ALPNProtocols: ["tds/8.0"] });
    secured.once("secure", () => {
      if (secured.alpnProtocol !== "tds/8.0") secured.destroy();
      else serve(secured, { wish, logins, queries, isEncrypted: true });
    });
  });
  return { ...peer, logins, queries };
}

interface Session {
  wish: TdsWish;
  logins: SeenLogin[];
  queries: string[];
  isEncrypted?: boolean;
}

function serve(stream: Duplex, session: Session): void {
  let isEncrypted = session.isEncrypted ?? false;
  let version = 0;
  let hasLoggedIn = false;
  let takeBytes: (chunk: Buffer) => void;

  function onMessage(answerTo: Duplex, { type, body }: TdsMessage): void {
    if (type === TYPE.prelogin) {
      const answered = agree(body, session.wish);
      sendResponse(answerTo, preloginAnswer(answered));
      const mustEncrypt = answered === ENCRYPT.on || answered === ENCRYPT.required;
      if (isEncrypted || !mustEncrypt || saysNotSupported(body)) return;
      isEncrypted = true;
      takeBytes = startTlsInside(stream, session.wish, (secured) => {
        secured.on(
          "data",
          makeMessageSplitter((message) => onMessage(secured, message)),
        );
      });
    } else if (type === TYPE.login) {
      const { login, isIn, tokens } = answerLogin(body, session.wish.routes);
      session.logins.push({ ...login, isEncrypted });
      version = login.version;
      hasLoggedIn = isIn;
      sendResponse(answerTo, ...tokens);
      if (!isIn) answerTo.end();
    } else if (type === TYPE.batch && hasLoggedIn && version > 0) {
      const query = body.subarray(body.readUInt32LE(0)).toString("utf16le");
      session.queries.push(query);
      sendResponse(answerTo, ...answerBatch(query));
    } else stream.destroy();
  }

  takeBytes = makeMessageSplitter((message) => onMessage(stream, message));
  stream.on("data", (chunk: Buffer) => takeBytes(chunk));
  stream.on("error", () => undefined);
}

function secure(socket: Duplex, { pair }: TdsWish, more: object): TLSSocket {
  if (!pair) throw new Error("A server that encrypts needs a certificate.");
  const files = { cert: readFileSync(pair.cert), key: readFileSync(pair.key) };
  const secured = new TLSSocket(socket as Socket, { isServer: true, ...files, ...more });
  return secured.on("error", () => undefined);
}

/** The client's second option is encryption. */
function encryptionOf(body: Buffer): number {
  for (let at = 0; body[at] !== 0xff; at += 5) {
    if (body[at] === 1) return body[body.readUInt16BE(at + 1)]!;
  }
  throw new Error("The client says nothing of encryption.");
}

const saysNotSupported = (body: Buffer) => encryptionOf(body) === ENCRYPT.notSupported;

function agree(body: Buffer, { encryption = "none" }: TdsWish): number {
  return encryption === "strict" ? ENCRYPT.on : ANSWERS[encryption][encryptionOf(body)]!;
}

function preloginAnswer(encryption: number): Buffer {
  // Version, encryption, instance, thread, sessions. Offsets count from the beginning.
  const options = [
    Buffer.from([16, 0, 16, 0, 0, 0]),
    Buffer.from([encryption]),
    Buffer.from([0]),
    Buffer.alloc(0),
    Buffer.from([0]),
  ];
  let at = options.length * 5 + 1;
  const heads = options.map((option, token) => {
    const head = Buffer.from([token, at >> 8, at & 255, 0, option.length]);
    at += option.length;
    return head;
  });
  return Buffer.concat([...heads, Buffer.from([0xff]), ...options]);
}

/** The TLS handshake travels in PRELOGIN packets, and later data without them. */
function startTlsInside(stream: Duplex, wish: TdsWish, onSecure: (secured: TLSSocket) => void) {
  let isBare = false;
  let flight: Buffer[] = [];
  const inner = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _, done) {
      if (isBare) stream.write(chunk);
      else {
        // Everything written at once is one answer.
        if (flight.length === 0) setImmediate(flush);
        flight.push(chunk);
      }
      done();
    },
    final(done) {
      stream.end();
      done();
    },
  });
  function flush(): void {
    stream.write(packetsOf(Buffer.concat(flight), { type: TYPE.prelogin }));
    flight = [];
  }
  stream.once("close", () => inner.destroy());
  onSecure(secure(inner, wish, { maxVersion: "TLSv1.2" }));
  const split = makeMessageSplitter(({ body }) => inner.push(body));
  return (chunk: Buffer) => {
    isBare ||= chunk[0] === 0x17 || chunk[0] === 0x15;
    if (isBare) inner.push(chunk);
    else split(chunk);
  };
}
