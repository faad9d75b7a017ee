import { WireError } from "../../lib/wire/wire_error.ts";
import type { DatabaseTarget } from "../database/target.ts";
import { zeroEnded } from "../database/zero_ended.ts";
import { quote } from "../quote.ts";
import { vector } from "../wire/binary.ts";
import { signWithPassword } from "./ed25519.ts";
import { CAPABILITY, formatClient, type Greeting, has } from "./greeting.ts";
import { cursorOf, isError, malformed, type PacketLine, toWireError } from "./packet.ts";
import { nativeResponse, sha2Response } from "./scramble.ts";

/** An account may have several plugins, and the server tries one after the other. */
const MOST_ROUNDS = 8;

const NATIVE = "mysql_native_password";
const SHA2 = "caching_sha2_password";
const ED25519 = "client_ed25519";
const CLEAR = "mysql_clear_password";
const SHA256 = "sha256_password";

interface SignIn {
  target: DatabaseTarget;
  greeting: Greeting;
  isEncrypted: boolean;
}

interface Challenge {
  plugin: string;
  scramble: Uint8Array;
}

export async function signIn(packets: PacketLine, { target, greeting, isEncrypted }: SignIn): Promise<void> {
  const { user, password, database } = target;
  const account: Account = { password, isEncrypted };
  const plugin = greeting.plugin === SHA2 ? SHA2 : NATIVE;
  let challenge: Challenge = { plugin, scramble: greeting.scramble };
  const flags = (isEncrypted ? CAPABILITY.tls : 0) | (database === "" ? 0 : CAPABILITY.withDatabase);
  await packets.write(
    formatClient(flags),
    zeroEnded(user),
    vector(1, response(challenge, account)),
    ...(database === "" ? [] : [zeroEnded(database)]),
    ...(has(greeting.capabilities, CAPABILITY.pluginAuth) ? [zeroEnded(plugin)] : []),
  );
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const packet = await packets.read();
    if (isError(packet)) throw toWireError(packet, "check the user, password and database");
    if (packet[0] === 0) return;
    if (packet[0] === 0xfe) {
      challenge = parseSwitch(packet);
      await packets.write(response(challenge, account));
    } else if (packet[0] === 1 && challenge.plugin === SHA2) {
      // 4: this user's password is not in the server's cache, so it wants the whole password.
      if (packet[1] === 4) await packets.write(whole(account));
      else if (packet[1] !== 3) throw malformed();
    } else throw malformed();
  }
  throw malformed();
}

interface Account {
  password: string;
  isEncrypted: boolean;
}

function response({ plugin, scramble }: Challenge, account: Account): Uint8Array {
  if (plugin === CLEAR || plugin === SHA256) return whole(account);
  const { password } = account;
  if (password === "") return new Uint8Array();
  if (plugin === NATIVE) return nativeResponse(password, scramble);
  if (plugin === SHA2) return sha2Response(password, scramble);
  if (plugin === ED25519) return signWithPassword(password, scramble);
  throw new WireError(
    "unsupported",
    `The server requires ${quote(plugin)}, which isn't supported: set the user's plugin to ${SHA2}, ed25519 or ${NATIVE}.`,
  );
}

function parseSwitch(packet: Uint8Array): Challenge {
  const cursor = cursorOf(packet);
  cursor.integer(1);
  if (cursor.left === 0) {
    throw new WireError(
      "unsupported",
      "The server requires a password from before MySQL 4.1: set the user's password again.",
    );
  }
  const plugin = new TextDecoder().decode(cursor.untilZero());
  // Most servers add a zero byte that doesn't belong to the scramble.
  return { plugin, scramble: cursor.rest().subarray(0, plugin === ED25519 ? 32 : 20) };
}

/** Only over TLS: without it an impostor could send its own RSA key. */
function whole({ password, isEncrypted }: Account): Uint8Array {
  if (isEncrypted) return zeroEnded(password);
  throw new WireError(
    "unsupported",
    "The server requires the password in plain text or under its own key, which is sent only over TLS: turn TLS on.",
  );
}
