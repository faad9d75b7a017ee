import { constants, createHash, generateKeyPairSync, privateDecrypt, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import { type Pair, type Peer, startTcp } from "../tls_peer.ts";

/*
 * The server side of MySQL 8 by its protocol documents: greeting, TLS, caching_sha2_password with its cache, text
 * results. MySQL can't be installed everywhere. A third-party driver tests this stand-in.
 */

export const PASSWORD = "s3cret-Passw0rd";

const PLUGIN = "caching_sha2_password";
const CLIENT = { withDatabase: 8, tls: 0x800, lenencAuth: 0x200000 };
const CAPABILITIES =
  1 | 2 | 4 | CLIENT.withDatabase | 0x200 | 0x2000 | 0x8000 | 0x20000 | 0x80000 | CLIENT.lenencAuth;

const SWITCHES: Record<string, Buffer> = {
  clear: Buffer.from("\xfemysql_clear_password\0", "latin1"),
  sha256: Buffer.from("\xfesha256_password\0abcdefghijklmnopqrst\0", "latin1"),
  ancient: Buffer.from([0xfe]),
  other: Buffer.from("\xfeauthentication_kerberos_client\0abc\0", "latin1"),
};

const ROWS: Record<string, (string | null)[]> = {
  "SELECT 1": ["1"],
  "SELECT name": ["kettle", "cup"],
  "SELECT null": [null],
  "SELECT nothing": [],
};

export interface Mysql8 extends Peer {
  forget(): void;
  remember(): void;
  received: { password: string; isEncrypted: boolean }[];
}

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

export async function startMysql8(pair?: Pair): Promise<Mysql8> {
  const cache = new Set<string>();
  const received: Mysql8["received"] = [];
  const secureContext =
    pair && createSecureContext({ cert: readFileSync(pair.cert), key: readFileSync(pair.key) });
  const peer = await startTcp((socket) => {
    serve({ socket, cache, received, secureContext }).catch(() => socket.destroy());
  });
  return { ...peer, received, forget: () => cache.clear(), remember: () => cache.add("reader") };
}

interface Session {
  socket: Socket;
  cache: Set<string>;
  received: Mysql8["received"];
  secureContext: ReturnType<typeof createSecureContext> | undefined;
}

async function serve({ socket, cache, received, secureContext }: Session): Promise<void> {
  const scramble = Buffer.from(Array.from({ length: 20 }, () => randomInt(1, 128)));
  let line = makePackets(socket, 0);
  line.write(greeting(scramble, secureContext !== undefined));
  let hello = await line.read();
  const isEncrypted = (hello.readUInt32LE(0) & CLIENT.tls) !== 0;
  if (isEncrypted) {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: secureContext! });
    secured.on("error", () => socket.destroy());
    line = makePackets(secured, 2);
    hello = await line.read();
  }
  const { user, answer, plugin, database } = parseHello(hello);

  async function askWhole(): Promise<string> {
    line.write(Buffer.from([1, 4]));
    const reply = await line.read();
    if (isEncrypted || reply[0] !== 2 || reply.length !== 1) {
      received.push({ password: textOf(reply), isEncrypted });
      return isEncrypted ? textOf(reply) : "";
    }
    line.write(Buffer.from(`\x01${keys.publicKey}`));
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return textOf(xor(privateDecrypt({ key: keys.privateKey, padding }, await line.read()), scramble));
  }

  async function isRight(): Promise<boolean> {
    let shown = answer;
    const other = SWITCHES[user];
    if (other) {
      line.write(other);
      const reply = await line.read();
      received.push({ password: textOf(reply), isEncrypted });
      return textOf(reply) === PASSWORD;
    }
    if (plugin !== PLUGIN) {
      line.write(Buffer.concat([Buffer.from(`\xfe${PLUGIN}\0`, "latin1"), scramble, Buffer.of(0)]));
      shown = await line.read();
    }
    if (shown.length === 0) return false;
    if (cache.has(user) && shown.equals(expectedAnswer(scramble))) {
      line.write(Buffer.from([1, 3]));
      return true;
    }
    if ((await askWhole()) !== PASSWORD || user !== "reader") return false;
    cache.add(user);
    return true;
  }

  if (!(await isRight())) {
    line.write(error(1045, "28000", `Access denied for user '${user}'@'127.0.0.1' (using password: YES)`));
    line.end();
    return;
  }
  if (database !== "" && database !== "shop") {
    line.write(error(1049, "42000", `Unknown database '${database}'`));
    line.end();
    return;
  }
  line.write(OK);
  await answerCommands(line);
  line.end();
}

async function answerCommands(line: Packets): Promise<void> {
  for (;;) {
    line.begin();
    const command = await line.read();
    const text = command.subarray(1).toString();
    if (command[0] === 1) return;
    if (command[0] === 14 || text.startsWith("SET ")) line.write(OK);
    else if (!ROWS[text])
      line.write(error(1064, "42000", `You have an error in your SQL syntax near '${text}'`));
    else {
      const answer = [Buffer.of(1), COLUMN, END, ...ROWS[text].map(row), END];
      for (const packet of answer) line.write(packet);
    }
  }
}

const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const END = Buffer.from([0xfe, 0, 0, 2, 0]);
const COLUMN = Buffer.concat([
  ...["def", "", "", "", "value", ""].map(lenenc),
  Buffer.from([0x0c, 45, 0, 0xff, 0, 0, 0, 253, 0, 0, 0, 0, 0]),
]);

function row(value: string | null): Buffer {
  return value === null ? Buffer.of(0xfb) : lenenc(value);
}

function lenenc(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
}

function error(code: number, state: string, message: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, code & 0xff, code >> 8]), Buffer.from(`#${state}${message}`)]);
}

function greeting(scramble: Buffer, hasTls: boolean): Buffer {
  const capabilities = CAPABILITIES | (hasTls ? CLIENT.tls : 0);
  const fixed = Buffer.alloc(18);
  fixed.writeUInt16LE(capabilities & 0xffff, 0);
  fixed[2] = 45;
  fixed.writeUInt16LE(2, 3);
  fixed.writeUInt16LE(capabilities >>> 16, 5);
  fixed[7] = 21;
  return Buffer.concat([
    Buffer.from("\x0a8.0.99\0\x07\0\0\0", "latin1"),
    scramble.subarray(0, 8),
    Buffer.of(0),
    fixed,
    scramble.subarray(8),
    Buffer.from(`\0${PLUGIN}\0`),
  ]);
}

function parseHello(hello: Buffer) {
  const capabilities = hello.readUInt32LE(0);
  let at = 32;
  const untilZero = () => {
    const end = hello.indexOf(0, at);
    const text = hello.subarray(at, end < 0 ? hello.length : end).toString();
    at += text.length + 1;
    return text;
  };
  const user = untilZero();
  const length = hello[at]!;
  const answer = hello.subarray(at + 1, at + 1 + length);
  at += 1 + length;
  const database = capabilities & CLIENT.withDatabase ? untilZero() : "";
  return { user, answer, database, plugin: untilZero() };
}

function expectedAnswer(scramble: Buffer): Buffer {
  const sha = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const once = sha(Buffer.from(PASSWORD));
  return xor(once, sha(sha(once), scramble));
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte ^ mask[i % mask.length]!));
}

function textOf(zeroEnded: Buffer): string {
  return zeroEnded.toString().replace(/\0$/, "");
}

interface Packets {
  begin(): void;
  read(): Promise<Buffer>;
  write(body: Buffer): void;
  end(): void;
}

function makePackets(stream: Duplex, sequence: number): Packets {
  let next = sequence;

  /** Keeps the rest for the stream's next reader. */
  async function take(length: number): Promise<Buffer> {
    for (;;) {
      const found = length === 0 ? Buffer.alloc(0) : (stream.read(length) as Buffer | null);
      if (found?.length === length) return found;
      if (stream.readableEnded || stream.destroyed) throw new Error("The client hung up.");
      await new Promise<void>((resolve) => {
        for (const event of ["readable", "end", "close"]) stream.once(event, () => resolve());
      });
    }
  }

  return {
    end: () => void stream.end(),
    begin() {
      next = 0;
    },
    async read() {
      const header = await take(4);
      if (header[3] !== next) throw new Error("A packet is out of order.");
      next = (next + 1) & 0xff;
      return await take(header.readUIntLE(0, 3));
    },
    write(body) {
      const header = Buffer.alloc(4);
      header.writeUIntLE(body.length, 0, 3);
      header[3] = next;
      next = (next + 1) & 0xff;
      stream.write(Buffer.concat([header, body]));
    },
  };
}
