import { createHash } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { isLoopbackHost } from "../../lib/loopback.ts";
import { bracketed } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import type { DatabaseTarget } from "../database/target.ts";
import { zeroEnded } from "../database/zero_ended.ts";
import { type Cursor, concat, integer } from "../wire/binary.ts";
import { makeScramClient, type ScramClient } from "../wire/scram.ts";
import type { Wire } from "../wire/wire.ts";
import { formatMessage, malformed, parseError, readBody, readHeader, toWireError } from "./message.ts";

const VERSION_3 = 0x30000;
const MECHANISM = "SCRAM-SHA-256";

interface SignIn {
  target: DatabaseTarget;
  settings: Record<string, string>;
}

export async function signIn(wire: Wire, { target, settings }: SignIn): Promise<boolean> {
  const { user, database } = target;
  const named = { user, ...(database && { database }), client_encoding: "UTF8", application_name: "uptide" };
  const pairs = Object.entries({ ...named, ...settings })
    .flat()
    .map(zeroEnded);
  const startup = concat(integer(4, VERSION_3), ...pairs, Uint8Array.of(0));
  await wire.write(concat(integer(4, startup.length + 4), startup));

  const proof = makeProof(wire, target);
  for (;;) {
    const header = await readHeader(wire);
    const body = await readBody(wire, header);
    if (header.type === "R") await proof.take(body);
    else if (header.type === "E") {
      const error = parseError(body);
      if (Object.keys(settings).some((name) => error.message.includes(name))) return false;
      throw toWireError(error, "check the user, password and database");
    } else if (header.type === "Z" && proof.isDone()) return true;
    else if (!"SKNvA".includes(header.type)) throw malformed();
  }
}

function makeProof(wire: Wire, { user, password, hostname }: DatabaseTarget) {
  let scram: ScramClient | null = null;
  let isProven = true;
  let isDone = false;

  const send = (...parts: readonly Uint8Array[]) => wire.write(formatMessage("p", ...parts));
  const textOf = (body: Cursor) => new TextDecoder().decode(body.rest());

  async function beginScram(body: Cursor): Promise<void> {
    const offered = textOf(body).split("\0");
    if (!offered.includes(MECHANISM)) throw unsupported(`a SASL mechanism other than ${MECHANISM}`);
    // PostgreSQL ignores the SCRAM user name: the startup message has it.
    scram = makeScramClient({ hash: "SHA-256", user: "", password });
    isProven = false;
    const first = utf8(scram.first);
    await send(zeroEnded(MECHANISM), integer(4, first.length), first);
  }

  async function take(body: Cursor): Promise<void> {
    const kind = body.integer(4);
    if (isDone || (scram && kind !== 0 && kind !== 11 && kind !== 12)) throw malformed();
    if (kind === 0) {
      if (!isProven) throw new WireError("unproven", "The server did not prove that it knows the password.");
      isDone = true;
    } else if (kind === 3) {
      if (!wire.isEncrypted && !isLoopbackHost(bracketed(hostname))) {
        throw new WireError(
          "unsupported",
          "The server requires the password in plain text, which is sent only over TLS: turn TLS on, or use scram-sha-256 on the server.",
        );
      }
      await send(zeroEnded(password));
    } else if (kind === 5) {
      const inner = md5(utf8(password + user));
      await send(zeroEnded(`md5${md5(concat(utf8(inner), body.bytes(4)))}`));
    } else if (kind === 10) await beginScram(body);
    else if (kind === 11 && scram && !isProven) await send(utf8(await scram.respond(textOf(body))));
    else if (kind === 12 && scram) {
      scram.verify(textOf(body));
      isProven = true;
    } else if (kind === 7 || kind === 9) throw unsupported(kind === 7 ? "Kerberos (GSSAPI)" : "SSPI");
    else throw unsupported(`authentication method ${kind}`);
  }

  return { take, isDone: () => isDone };
}

function unsupported(what: string): WireError {
  return new WireError(
    "unsupported",
    `The server requires ${what}, which isn't supported: use scram-sha-256 for this user in pg_hba.conf.`,
  );
}

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
