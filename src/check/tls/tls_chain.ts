import { utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import { makeCursor, malformed } from "./tls_bytes.ts";
import type { Ephemeral } from "./tls_client_hello.ts";
import type { Hellos } from "./tls_hello_exchange.ts";
import { deriveServerSecret, digest, makeOpener } from "./tls_keys.ts";
import type { Message, MessageReader } from "./tls_messages.ts";
import { isSignedBy, type Signature } from "./tls_signature.ts";
import { isSignedSuite, TLS13_SUITES } from "./tls_suites.ts";

const ENCRYPTED_EXTENSIONS = 8;
const CERTIFICATE = 11;
const SERVER_KEY_EXCHANGE = 12;
const CERTIFICATE_REQUEST = 13;
const CERTIFICATE_VERIFY = 15;
const CERTIFICATE_STATUS = 22;
const NAMED_CURVE = 3;
/** In TLS 1.3 a handshake is never signed in these, whatever the certificates are signed in. */
const OLD_SCHEMES: ReadonlySet<number> = new Set([0x0201, 0x0401, 0x0501, 0x0601]);

/** DER, the server's own certificate first. */
export type Chain = Uint8Array[];

/** TLS 1.2 has its certificate in clear. The signed key exchange behind it shows that the key is there. */
export async function readChain12(
  messages: MessageReader,
  { server, random }: { server: Hellos["server"]; random: Ephemeral["random"] },
): Promise<Chain> {
  const list = makeCursor((await readNext(messages, { type: CERTIFICATE })).body, "certificate").vector(3);
  const chain = parseChain(list, { hasExtensions: false });
  // With plain RSA the server proves its key only after our half of the exchange, which is never sent.
  if (!isSignedSuite(server.suite)) return chain;

  const { body } = await readNext(messages, { type: SERVER_KEY_EXCHANGE, optional: CERTIFICATE_STATUS });
  const cursor = makeCursor(body, "key exchange");
  if (cursor.integer(1) !== NAMED_CURVE) throw malformed("key exchange");
  cursor.integer(2);
  cursor.vector(1);
  const params = body.subarray(0, body.length - cursor.left);
  const proof = { scheme: cursor.integer(2), signature: cursor.vector(2) };
  await demandProof(chain, { ...proof, signed: concat(random, server.random, params) });
  return chain;
}

/** TLS 1.3 sends its certificate encrypted, so the key exchange has to be gone through. */
export async function readChain13(messages: MessageReader, hellos: Hellos): Promise<Chain> {
  const { server, shares, transcript } = hellos;
  const suite = TLS13_SUITES.get(server.suite)!;
  const share = shares.find((one) => server.group !== null && one.group === server.group);
  if (!share) throw malformed("key share");
  const shared = await share.deriveSecret(server.peerKey).catch(() => {
    throw malformed("key share");
  });
  messages.decryptWith(
    makeOpener(suite, deriveServerSecret(suite.hash, shared, digest(suite.hash, transcript))),
  );

  const extensions = await readNext(messages, { type: ENCRYPTED_EXTENSIONS });
  const certificate = await readNext(messages, { type: CERTIFICATE, optional: CERTIFICATE_REQUEST });
  const cursor = makeCursor(certificate.body, "certificate");
  cursor.vector(1);
  const chain = parseChain(cursor.vector(3), { hasExtensions: true });

  const verify = makeCursor(
    (await readNext(messages, { type: CERTIFICATE_VERIFY })).body,
    "certificate proof",
  );
  const proof = { scheme: verify.integer(2), signature: verify.vector(2) };
  if (OLD_SCHEMES.has(proof.scheme)) throw malformed("certificate proof");
  const context = utf8(`${" ".repeat(64)}TLS 1.3, server CertificateVerify\0`);
  await demandProof(chain, {
    ...proof,
    signed: concat(context, digest(suite.hash, transcript, extensions.raw, certificate.raw)),
  });
  return chain;
}

interface ExpectedField {
  type: number;
  /** May stand before it, and is then part of `raw`. */
  optional?: number;
}

async function readNext(messages: MessageReader, { type, optional }: ExpectedField): Promise<Message> {
  const message = await messages.readMessage();
  if (message.type === type) return message;
  if (message.type !== optional) {
    throw new WireError(
      "malformed",
      `The server broke the rules of TLS: it sent message ${message.type} where ${type} belongs.`,
    );
  }
  const next = await readNext(messages, { type });
  return { ...next, raw: concat(message.raw, next.raw) };
}

function parseChain(list: Uint8Array, { hasExtensions }: { hasExtensions: boolean }): Chain {
  const cursor = makeCursor(list, "certificate");
  const chain: Chain = [];
  while (cursor.left > 0) {
    chain.push(cursor.vector(3).slice());
    if (hasExtensions) cursor.vector(2);
  }
  if (chain.length === 0) throw new WireError("malformed", "The server sent no certificate.");
  return chain;
}

async function demandProof([certificate]: Chain, proof: Signature): Promise<void> {
  if (certificate && (await isSignedBy(certificate, proof))) return;
  throw new WireError("unproven", "The server did not prove that it holds the key of its certificate.");
}
