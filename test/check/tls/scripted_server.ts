import { constants, sign } from "node:crypto";
import type { Opener, Sealer } from "../../../src/check/tls/tls_aead.ts";
import { makeCursor } from "../../../src/check/tls/tls_bytes.ts";
import { createKeyShare, type GroupId } from "../../../src/check/tls/tls_key_share.ts";
import {
  deriveDataSecrets,
  deriveHandshakeSecrets,
  deriveNextSecret,
  digest,
  makeOpener,
  makeSealer,
  makeVerifyData,
} from "../../../src/check/tls/tls_keys.ts";
import { type MessageReader, makeMessageReader } from "../../../src/check/tls/tls_messages.ts";
import { TLS12_SUITES, TLS13_SUITES } from "../../../src/check/tls/tls_suites.ts";
import { expand12, makeOpener12, makeSealer12, makeVerifyData12 } from "../../../src/check/tls/tls12_keys.ts";
import { concat, integer, vector } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import type { Socket } from "../../../src/lib/wire/socket.ts";
import type { Identity } from "./made_certificate.ts";
import { formatMessage, formatRecord } from "./sealed_flight.ts";

export interface HelloFields {
  version: number;
  random: Uint8Array;
  sessionId: Uint8Array;
  suite: number;
  compression: number;
  extensions: [number, Uint8Array][];
}

/** Follows the protocol unless a test changes it. */
export interface ServerScript {
  version: 12 | 13;
  identities: readonly Identity[];
  suite?: number;
  group?: GroupId;
  createKeyShare?: typeof createKeyShare;
  scheme?: number;
  hello?: (hello: HelloFields) => void;
  extensions?: [number, Uint8Array][];
  entryExtensions?: Uint8Array;
  certificateRequest?: Uint8Array;
  /** Changes a message by its name. The transcript covers the changed message. */
  edit?: (name: string, message: Uint8Array) => Uint8Array;
  before?: Readonly<Record<string, Uint8Array>>;
  damage?: (record: Uint8Array) => Uint8Array;
  talk?: (session: Session) => Promise<void>;
}

export interface Session {
  messages: MessageReader;
  send(type: number, bytes: Uint8Array): Promise<void>;
  sendRaw(bytes: Uint8Array): Promise<void>;
  turnSendKey(): void;
  turnReadKey(): void;
  cut(): Promise<void>;
}

export const alpnOf = (...names: string[]) => vector(2, ...names.map((name) => vector(1, utf8(name))));
const SCHEMES = { ec: 0x0403, rsa: 0x0804, ed25519: 0x0807 } as const;
const HANDSHAKE = 22;
const CHANGE = formatRecord(20, Uint8Array.of(1));

/** Buffers 16 records in each direction. */
const ROOM = { highWaterMark: 16 };

/** `served` settles when the server does. */
export function startScriptedServer(script: ServerScript): Socket & { served: Promise<void> } {
  const toServer = new TransformStream<Uint8Array, Uint8Array>(undefined, ROOM, ROOM);
  const toClient = new TransformStream<Uint8Array, Uint8Array>(undefined, ROOM, ROOM);
  const writer = toClient.writable.getWriter();
  const served = serve(script, { readable: toServer.readable, writer }).finally(() => {
    writer.close().catch(() => undefined);
  });
  served.catch(() => undefined);
  return { readable: toClient.readable, writable: toServer.writable, close: async () => undefined, served };
}

interface Line {
  readable: ReadableStream<Uint8Array>;
  writer: WritableStreamDefaultWriter<Uint8Array>;
}

async function serve(script: ServerScript, { readable, writer }: Line): Promise<void> {
  const messages = makeMessageReader(makeReader(readable, { maxBytes: 10_000_000 }), 10_000_000);
  const clientHello = await messages.readMessage();
  const body = makeCursor(clientHello.body, "ClientHello");
  body.integer(2);
  const random = body.bytes(32);
  const sessionId = body.vector(1);
  body.vector(2);
  body.vector(1);
  const extensions = new Map<number, Uint8Array>();
  const list = makeCursor(body.vector(2), "extensions");
  while (list.left > 0) extensions.set(list.integer(2), list.vector(2));
  const server = new Server(script, { messages, writer, hello: clientHello.raw });
  await (script.version === 13
    ? server.serve13(sessionId, extensions.get(51)!)
    : server.serve12(random, sessionId));
}

class Server {
  transcript: Uint8Array;
  seal: Sealer = formatRecord;
  readonly random = Uint8Array.from({ length: 32 }, (_, i) => 200 - i);
  readonly script: ServerScript;
  readonly messages: MessageReader;
  readonly writer: Line["writer"];

  constructor(
    script: ServerScript,
    { messages, writer, hello }: { messages: MessageReader; writer: Line["writer"]; hello: Uint8Array },
  ) {
    this.script = script;
    this.messages = messages;
    this.writer = writer;
    this.transcript = hello;
  }

  async put(record: Uint8Array): Promise<void> {
    const changed = this.script.damage?.(record) ?? record;
    if (changed.length > 0) await this.writer.write(changed);
  }

  async say(name: string, type: number, body: Uint8Array): Promise<void> {
    const before = this.script.before?.[name];
    if (before) await this.put(before);
    const plain = formatMessage(type, body);
    const message = this.script.edit?.(name, plain) ?? plain;
    this.transcript = concat(this.transcript, message);
    if (message.length > 0) await this.put(this.seal(HANDSHAKE, message));
  }

  sayHello(fields: HelloFields): Promise<void> {
    this.script.hello?.(fields);
    const extensions = fields.extensions.map(([type, value]) => concat(integer(2, type), vector(2, value)));
    return this.say(
      "ServerHello",
      2,
      concat(
        integer(2, fields.version),
        fields.random,
        vector(1, fields.sessionId),
        integer(2, fields.suite),
        integer(1, fields.compression),
        vector(2, ...extensions),
      ),
    );
  }

  get scheme(): number {
    const kind = this.script.identities[0]!.key.asymmetricKeyType as keyof typeof SCHEMES;
    return this.script.scheme ?? SCHEMES[kind];
  }

  sign(bytes: Uint8Array): Uint8Array {
    const { key } = this.script.identities[0]!;
    const hash = { 4: "sha256", 5: "sha384", 6: "sha512", 2: "sha1" }[this.scheme >> 8] ?? "sha256";
    if (key.asymmetricKeyType === "ed25519") return sign(null, bytes, key);
    const isPss = this.scheme >> 8 === 8;
    return isPss
      ? sign("sha256", bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
      : sign(hash, bytes, key);
  }

  async serve13(sessionId: Uint8Array, shares: Uint8Array): Promise<void> {
    const { script, messages } = this;
    const { suite: id = 0x1301, group = 29 } = script;
    const suite = TLS13_SUITES.get(id)!;
    const list = makeCursor(makeCursor(shares, "shares").vector(2), "shares");
    const offered = new Map<number, Uint8Array>();
    while (list.left > 0) offered.set(list.integer(2), list.vector(2));
    const share = await (script.createKeyShare ?? createKeyShare)(group);
    const shared = await share.deriveSecret(offered.get(group)!);
    await this.sayHello({
      version: 0x0303,
      random: this.random,
      sessionId,
      suite: id,
      compression: 0,
      extensions: [
        [43, integer(2, 0x0304)],
        [51, concat(integer(2, group), vector(2, share.publicKey))],
      ],
    });
    const { hash } = suite;
    const secrets = deriveHandshakeSecrets(hash, shared, digest(hash, this.transcript));
    this.seal = makeSealer(suite, secrets.server);
    const extensions = (script.extensions ?? []).map(([type, value]) =>
      concat(integer(2, type), vector(2, value)),
    );
    await this.say("EncryptedExtensions", 8, vector(2, ...extensions));
    if (script.certificateRequest) await this.say("CertificateRequest", 13, script.certificateRequest);
    const entries = script.identities.map(({ der }) =>
      concat(vector(3, der), vector(2, script.entryExtensions ?? new Uint8Array())),
    );
    await this.say("Certificate", 11, concat(vector(1), vector(3, ...entries)));
    const context = utf8(`${" ".repeat(64)}TLS 1.3, server CertificateVerify\0`);
    const signature = this.sign(concat(context, digest(hash, this.transcript)));
    await this.say("CertificateVerify", 15, concat(integer(2, this.scheme), vector(2, signature)));
    const verifyData = makeVerifyData(hash, secrets.server, digest(hash, this.transcript));
    await this.say("Finished", 20, verifyData);
    let { client, server } = deriveDataSecrets(hash, secrets.master, digest(hash, this.transcript));
    messages.decryptWith(makeOpener(suite, secrets.client));
    this.seal = makeSealer(suite, server);
    if (script.certificateRequest) {
      const own = await messages.readMessage();
      if (own.type !== 11 || own.body.length !== 4) throw new Error("The client sent no empty certificate.");
      this.transcript = concat(this.transcript, own.raw);
    }
    const expected = makeVerifyData(hash, secrets.client, digest(hash, this.transcript));
    await expectFinished(messages, expected);
    messages.decryptWith(makeOpener(suite, client));
    await this.talk({
      turnSendKey: () => {
        server = deriveNextSecret(hash, server);
        this.seal = makeSealer(suite, server);
      },
      turnReadKey: () => {
        client = deriveNextSecret(hash, client);
        messages.decryptWith(makeOpener(suite, client));
      },
    });
  }

  async serve12(clientRandom: Uint8Array, _sessionId: Uint8Array): Promise<void> {
    const { script, messages } = this;
    const { suite: id = 0xc02b, group = 29 } = script;
    const suite = TLS12_SUITES.get(id) ?? TLS12_SUITES.get(0xc02b)!;
    const hello: HelloFields = {
      version: 0x0303,
      random: this.random,
      sessionId: new Uint8Array(),
      suite: id,
      compression: 0,
      extensions: [
        [23, new Uint8Array()],
        [0xff01, Uint8Array.of(0)],
      ],
    };
    await this.sayHello(hello);
    const ders = script.identities.map(({ der }) => vector(3, der));
    await this.say("Certificate", 11, vector(3, ...ders));
    const share = await (script.createKeyShare ?? createKeyShare)(group);
    const params = concat(Uint8Array.of(3), integer(2, group), vector(1, share.publicKey));
    const signature = this.sign(concat(clientRandom, hello.random, params));
    await this.say("ServerKeyExchange", 12, concat(params, integer(2, this.scheme), vector(2, signature)));
    if (script.certificateRequest) await this.say("CertificateRequest", 13, script.certificateRequest);
    await this.say("ServerHelloDone", 14, new Uint8Array());

    const { hash } = suite;
    let message = await messages.readMessage();
    if (script.certificateRequest) {
      if (message.type !== 11 || message.body.length !== 3) throw new Error("No empty certificate.");
      this.transcript = concat(this.transcript, message.raw);
      message = await messages.readMessage();
    }
    this.transcript = concat(this.transcript, message.raw);
    const shared = await share.deriveSecret(message.body.subarray(1));
    const isBound = hello.extensions.some(([type]) => type === 23);
    const [label, seed] = isBound
      ? ["extended master secret", digest(hash, this.transcript)]
      : ["master secret", concat(clientRandom, hello.random)];
    const master = expand12(hash, shared, { label, seed, length: 48 });
    const { open, seal } = keysOf(suite, master, concat(hello.random, clientRandom));
    await messages.readChangeCipherSpec();
    messages.decryptWith(open);
    const expected = makeVerifyData12(hash, master, {
      label: "client finished",
      handshakeHash: digest(hash, this.transcript),
    });
    this.transcript = concat(this.transcript, await expectFinished(messages, expected));
    if (script.before?.["ChangeCipherSpec"]) await this.put(script.before["ChangeCipherSpec"]);
    await this.put(CHANGE);
    this.seal = seal;
    const verifyData = makeVerifyData12(hash, master, {
      label: "server finished",
      handshakeHash: digest(hash, this.transcript),
    });
    await this.say("Finished", 20, verifyData);
    const none = () => {
      throw new Error("TLS 1.2 has one key.");
    };
    await this.talk({ turnSendKey: none, turnReadKey: none });
  }

  async talk(turns: Pick<Session, "turnSendKey" | "turnReadKey">): Promise<void> {
    const { writer, messages } = this;
    const talk = this.script.talk ?? echo;
    await talk({
      ...turns,
      messages,
      send: (type, bytes) => this.put(this.seal(type, bytes)),
      sendRaw: (bytes) => writer.write(bytes),
      cut: () => writer.close(),
    });
  }
}

function keysOf(
  suite: NonNullable<ReturnType<typeof TLS12_SUITES.get>>,
  master: Uint8Array,
  seed: Uint8Array,
) {
  const { keyBytes, hash, cipher } = suite;
  const ivBytes = cipher === "chacha20-poly1305" ? 12 : 4;
  const length = 2 * (keyBytes + ivBytes);
  const block = makeCursor(expand12(hash, master, { label: "key expansion", seed, length }), "keys");
  const [clientKey, serverKey] = [block.bytes(keyBytes), block.bytes(keyBytes)];
  const [clientIv, serverIv] = [block.bytes(ivBytes), block.bytes(ivBytes)];
  const keys: { open: Opener; seal: Sealer } = {
    open: makeOpener12(suite, { key: clientKey, iv: clientIv }),
    seal: makeSealer12(suite, { key: serverKey, iv: serverIv }),
  };
  return keys;
}

async function expectFinished(messages: MessageReader, expected: Uint8Array): Promise<Uint8Array> {
  const { type, body, raw } = await messages.readMessage();
  if (type !== 20 || Buffer.compare(body, expected) !== 0) throw new Error("The client's Finished is wrong.");
  return raw;
}

export async function echo({ messages, send }: Session): Promise<void> {
  for (;;) {
    const content = await messages.readContent();
    if (content === null) return send(21, Uint8Array.of(1, 0));
    if (content instanceof Uint8Array) await send(23, content);
  }
}
