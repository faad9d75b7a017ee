import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { BSON } from "mongodb";
import { type Pair, type Peer, startTcp } from "../tls_peer.ts";
import { answerCommand, refuse } from "./mongo_command.ts";
import { type Mechanism, type ScramServer, startScram } from "./mongo_scram.ts";

interface MongoServer extends Peer {
  commands: { name: string; database: string }[];
}

interface MongoUser {
  database: string;
  password: string;
  mechanisms: readonly Mechanism[];
}

export const MONGO_PASSWORD = "p@ss/wörd: 42";
const BOTH = ["SCRAM-SHA-1", "SCRAM-SHA-256"] as const;
const USERS: Readonly<Record<string, MongoUser>> = {
  uptide: { database: "shop", password: MONGO_PASSWORD, mechanisms: BOTH },
  root: { database: "admin", password: MONGO_PASSWORD, mechanisms: BOTH },
  old: { database: "shop", password: MONGO_PASSWORD, mechanisms: ["SCRAM-SHA-1"] },
  "x=509,cn": { database: "shop", password: MONGO_PASSWORD, mechanisms: BOTH },
  keyless: { database: "shop", password: "", mechanisms: [] },
};

const OP_MSG = 2013;
const HEADER_BYTES = 16;

/** A stand-in for MongoDB, written from the wire protocol's document and tested with MongoDB's own driver. */
export async function startMongoServer({ pair, ...ways }: MongoWish = {}): Promise<MongoServer> {
  const commands: MongoServer["commands"] = [];
  const peer = await startTcp((socket) => {
    const stream = pair ? secure(socket, pair) : socket;
    serve(stream, { commands, ...ways });
  });
  return { ...peer, commands };
}

interface MongoWish {
  pair?: Pair;
  /** Before 4.4 a sign-in ends with an additional empty message. */
  wantsEmptyTurn?: boolean;
  /** Lacks the password and accepts every client. */
  isImpostor?: boolean;
}

function secure(socket: Socket, { cert, key }: Pair): Duplex {
  const secured = new TLSSocket(socket, { isServer: true, cert: readFileSync(cert), key: readFileSync(key) });
  return secured.on("error", () => undefined);
}

interface Session extends Omit<MongoWish, "pair"> {
  commands: MongoServer["commands"];
  scram?: ScramServer | null;
  isSignedIn?: boolean;
}

function serve(stream: Duplex, session: Session): void {
  let waiting = Buffer.alloc(0);
  stream.on("error", () => undefined);
  stream.on("data", (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    // A TLS handshake, on a server without TLS.
    if (waiting[0] === 0x16 && waiting[1] === 3) return stream.destroy();
    while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
      const length = waiting.readInt32LE(0);
      const message = waiting.subarray(0, length);
      waiting = waiting.subarray(length);
      if (message.readInt32LE(12) !== OP_MSG || message[HEADER_BYTES + 4] !== 0) return stream.destroy();
      const command = BSON.deserialize(message.subarray(HEADER_BYTES + 5), { promoteBuffers: true });
      stream.write(formatResponse(answer(command, session), message.readInt32LE(4)));
    }
  });
}

function formatResponse(document: BSON.Document, answersTo: number): Buffer {
  const body = BSON.serialize(document);
  const header = Buffer.alloc(HEADER_BYTES + 5);
  for (const [i, number] of [header.length + body.length, 77, answersTo, OP_MSG].entries()) {
    header.writeInt32LE(number, 4 * i);
  }
  return Buffer.concat([header, body]);
}

function answer(command: BSON.Document, session: Session): BSON.Document {
  const name = Object.keys(command)[0] ?? "";
  const database = String(command["$db"]);
  session.commands.push({ name, database });
  switch (name) {
    case "hello":
      return greet(command);
    case "saslStart":
      return startSignIn(command, session);
    case "saslContinue":
      return continueSignIn(command, session);
    case "endSessions":
    case "ping":
      return { ok: 1 };
    default:
      return session.isSignedIn
        ? answerCommand(name, command)
        : refuse(13, "Unauthorized", `command ${name} requires authentication`);
  }
}

function greet({ saslSupportedMechs: asked }: BSON.Document): BSON.Document {
  const [database, ...rest] = String(asked ?? "").split(".");
  const user = USERS[rest.join(".")];
  return {
    isWritablePrimary: true,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
    ...(user?.database === database && { saslSupportedMechs: user?.mechanisms }),
    ok: 1,
  };
}

const failed = () => refuse(18, "AuthenticationFailed", "Authentication failed.");
const bytesOf = (value: unknown) => Buffer.from(value as Uint8Array).toString();

function startSignIn(command: BSON.Document, session: Session): BSON.Document {
  const mechanism = command["mechanism"] as Mechanism;
  const first = bytesOf(command["payload"]);
  const name = (/(?:^|,)n=([^,]*)/.exec(first)?.[1] ?? "").replaceAll("=2C", ",").replaceAll("=3D", "=");
  const user = USERS[name];
  if (!user?.mechanisms.includes(mechanism) || user.database !== command["$db"]) return failed();
  const digest = createHash("md5").update(`${name}:mongo:${user.password}`).digest("hex");
  session.scram = startScram(mechanism, first, mechanism === "SCRAM-SHA-1" ? digest : user.password);
  return { conversationId: 1, done: false, payload: Buffer.from(session.scram.first), ok: 1 };
}

function continueSignIn(command: BSON.Document, session: Session): BSON.Document {
  const said = bytesOf(command["payload"]);
  if (said === "" && session.isSignedIn)
    return { conversationId: 1, done: true, payload: Buffer.alloc(0), ok: 1 };
  const last = session.isImpostor ? `v=${"A".repeat(43)}=` : (session.scram?.finish(said) ?? null);
  session.scram = null;
  if (last === null) return failed();
  session.isSignedIn = true;
  return { conversationId: 1, done: !session.wantsEmptyTurn, payload: Buffer.from(last), ok: 1 };
}
