import { isSameBytes } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, integer, vector } from "../wire/binary.ts";
import { broken, makeCursor, malformed } from "./tls_bytes.ts";
import { type Proof13, readNext, readProof13 } from "./tls_chain.ts";
import { FINISHED, type Handshake, type HandshakeOptions, type TlsLine } from "./tls_handshake.ts";
import { ALPN, checkExtensions, parseAlpn, SERVER_NAME, SUPPORTED_GROUPS } from "./tls_hello_rules.ts";
import {
  deriveDataSecrets,
  deriveNextSecret,
  digest,
  makeOpener,
  makeSealer,
  makeVerifyData,
  type TrafficSecrets,
} from "./tls_keys.ts";
import { HANDSHAKE, type Message } from "./tls_messages.ts";
import { CLIENT_OFFER } from "./tls_offer.ts";
import { parseExtensions } from "./tls_server_hello.ts";
import type { Suite } from "./tls_suites.ts";

const NEW_SESSION_TICKET = 4;
const CERTIFICATE = 11;
const KEY_UPDATE = 24;
const SIGNATURE_ALGORITHMS = 13;
const CHANGE_CIPHER_SPEC = Uint8Array.of(20, 3, 3, 0, 1, 1);
const MAX_KEY_UPDATES = 64;

export async function shakeHands13(line: TlsLine, options: HandshakeOptions): Promise<Handshake> {
  const { messages, records } = line;
  const { hellos, alpn, verify } = options;
  const proof = await readProof13(messages, { hellos, offer: CLIENT_OFFER, onSecrets: sealFrom });
  const chosen = checkProof(proof, alpn);
  const { suite, secrets, transcript, chain } = proof;
  const { hash } = suite;
  const finished = await readNext(messages, { type: FINISHED });
  const expected = makeVerifyData(hash, secrets.server, digest(hash, transcript));
  if (!isSameBytes(finished.body, expected)) throw unfinished();
  await verify(chain);

  const whole = concat(transcript, finished.raw);
  const data = deriveDataSecrets(hash, secrets.master, digest(hash, whole));
  messages.ignoreChangeCipherSpec(false);
  messages.decryptWith(makeOpener(suite, data.server));
  const request = proof.request === null ? new Uint8Array() : formatNoCertificate(proof.request);
  const verifyData = makeVerifyData(hash, secrets.client, digest(hash, whole, request));
  await Promise.all([
    records.writeRaw(CHANGE_CIPHER_SPEC),
    records.write(HANDSHAKE, concat(request, formatMessage(FINISHED, verifyData))),
  ]);
  records.sealWith(makeSealer(suite, data.client));
  return { chain, alpn: chosen, handleMessage: makeMessageHandler(line, { suite, data }) };

  function sealFrom(handshake: { suite: Suite; secrets: TrafficSecrets }): void {
    records.sealWith(makeSealer(handshake.suite, handshake.secrets.client));
  }
}

export function unfinished(): WireError {
  return new WireError("unproven", "The handshake was tampered with: the server's transcript doesn't match.");
}

export function formatMessage(type: number, body: Uint8Array): Uint8Array {
  return concat(integer(1, type), vector(3, body));
}

function checkProof(proof: Proof13, offered: readonly string[]): string | null {
  const cursor = makeCursor(proof.extensions, "EncryptedExtensions");
  const extensions = parseExtensions(cursor.vector(2), "EncryptedExtensions");
  if (cursor.left > 0) throw malformed("EncryptedExtensions");
  checkExtensions(extensions, [SERVER_NAME, SUPPORTED_GROUPS, ...(offered.length > 0 ? [ALPN] : [])]);
  if (proof.hasEntryExtensions) throw broken("its certificate has unrequested extensions");
  return parseAlpn(extensions, offered);
}

function formatNoCertificate(request: Uint8Array): Uint8Array {
  const cursor = makeCursor(request, "certificate request");
  const context = cursor.vector(1);
  const extensions = parseExtensions(cursor.vector(2), "certificate request");
  if (context.length > 0 || cursor.left > 0 || !extensions.has(SIGNATURE_ALGORITHMS)) {
    throw malformed("certificate request");
  }
  return formatMessage(CERTIFICATE, Uint8Array.of(0, 0, 0, 0));
}

function makeMessageHandler(
  { messages, records }: TlsLine,
  { suite, data }: { suite: Suite; data: TrafficSecrets },
): Handshake["handleMessage"] {
  let { client, server } = data;
  let updates = 0;
  return ({ type, body }: Message) => {
    if (type === NEW_SESSION_TICKET) return;
    if (type !== KEY_UPDATE) throw broken(`it sent message ${type} out of order`);
    if (body.length !== 1 || body[0]! > 1) throw malformed("KeyUpdate");
    if (++updates > MAX_KEY_UPDATES) throw broken("it changes keys endlessly");
    server = deriveNextSecret(suite.hash, server);
    messages.decryptWith(makeOpener(suite, server));
    if (body[0] === 0) return;
    // Not awaited: the server may be waiting for us to read. If it fails, so will the next write.
    records.write(HANDSHAKE, formatMessage(KEY_UPDATE, Uint8Array.of(0))).catch(() => undefined);
    client = deriveNextSecret(suite.hash, client);
    records.sealWith(makeSealer(suite, client));
  };
}
