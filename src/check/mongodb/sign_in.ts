import { createHash } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { malformedResponse } from "../wire/binary.ts";
import { makeScramClient } from "../wire/scram.ts";
import type { BsonDocument, Command } from "./bson.ts";
import { runCommand } from "./command.ts";

const MECHANISMS = { "SCRAM-SHA-256": "SHA-256", "SCRAM-SHA-1": "SHA-1" } as const;
type Mechanism = keyof typeof MECHANISMS;

interface Account {
  user: string;
  password: string;
  authSource: string;
  mechanism: string | null;
}

export async function signIn(line: Line, account: Account): Promise<void> {
  const { user, password, authSource } = account;
  const mechanism = await agreeOnMechanism(line, account);
  const hash = MECHANISMS[mechanism];
  const known = hash === "SHA-1" ? digest(`${user}:mongo:${password}`) : password;
  const scram = makeScramClient({ hash, user, password: known });
  const say = (command: Command) => runCommand(line, { database: authSource, command });

  const options = { skipEmptyExchange: true };
  const first = await say({ saslStart: 1, mechanism, payload: utf8(scram.first), options });
  const conversationId = first.get("conversationId");
  if (typeof conversationId !== "number") throw malformedResponse("MongoDB", "response to the sign-in");
  const proof = utf8(await scram.respond(payloadOf(first)));
  const second = await say({ saslContinue: 1, conversationId, payload: proof });
  scram.verify(payloadOf(second));
  if (second.get("done") === true) return;
  const last = await say({ saslContinue: 1, conversationId, payload: new Uint8Array() });
  if (last.get("done") !== true) throw malformedResponse("MongoDB", "response to the sign-in");
}

async function agreeOnMechanism(line: Line, { user, authSource, mechanism }: Account): Promise<Mechanism> {
  const command = { hello: 1, saslSupportedMechs: `${authSource}.${user}` };
  const greeting = await runCommand(line, { database: "admin", command });
  if (mechanism !== null) {
    if (isKnown(mechanism)) return mechanism;
    throw new WireError(
      "unsupported",
      "Unsupported authMechanism in the connection string: use SCRAM-SHA-256 or SCRAM-SHA-1.",
    );
  }
  const offered = greeting.get("saslSupportedMechs");
  // For an unknown user the server lists no mechanisms and refuses only at the password.
  if (!Array.isArray(offered) || offered.includes("SCRAM-SHA-256")) return "SCRAM-SHA-256";
  if (offered.includes("SCRAM-SHA-1")) return "SCRAM-SHA-1";
  throw new WireError("unsupported", "The server has no SCRAM password for this user: set one.");
}

function isKnown(name: string): name is Mechanism {
  return Object.hasOwn(MECHANISMS, name);
}

function payloadOf(response: BsonDocument): string {
  const payload = response.get("payload");
  if (!(payload instanceof Uint8Array)) throw malformedResponse("MongoDB", "response to the sign-in");
  return new TextDecoder().decode(payload);
}

/** For SCRAM-SHA-1 MongoDB uses this MD5 digest instead of the password. */
function digest(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
