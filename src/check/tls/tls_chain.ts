import { X509Certificate } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import { makeCursor, malformed } from "./tls_bytes.ts";
import type { Ephemeral } from "./tls_client_hello.ts";
import type { Hellos } from "./tls_hello_exchange.ts";
import { deriveHandshakeSecrets, digest, makeOpener, type TrafficSecrets } from "./tls_keys.ts";
import type { Message, MessageReader } from "./tls_messages.ts";
import type { Offer } from "./tls_offer.ts";
import { isSignedWith, type Signature } from "./tls_signature.ts";
import { isSignedSuite, type Suite, TLS13_SUITES } from "./tls_suites.ts";

const ENCRYPTED_EXTENSIONS = 8;
const CERTIFICATE = 11;
const SERVER_KEY_EXCHANGE = 12;
const CERTIFICATE_REQUEST = 13;
const CERTIFICATE_VERIFY = 15;
const CERTIFICATE_STATUS = 22;
const NAMED_CURVE = 3;
/** TLS 1.3 forbids these for handshake signatures, but not in certificates. */
const OLD_SCHEMES: ReadonlySet<number> = new Set([0x0201, 0x0401, 0x0501, 0x0601]);

export type Chain = Uint8Array[];

interface ProofOptions {
  hellos: Hellos;
  offer: Offer;
}

interface Proof12 {
  chain: Chain;
  group: number;
  peerKey: Uint8Array;
  scheme: number | null;
  hasStatus: boolean;
  messages: Uint8Array;
}

export async function readProof12(
  messages: MessageReader,
  { hellos: { server }, random, offer }: ProofOptions & { random: Ephemeral["random"] },
): Promise<Proof12> {
  const certificate = await readNext(messages, { type: CERTIFICATE });
  const list = makeCursor(certificate.body, "certificate");
  const chain = parseChain(list.vector(3)).map(({ der }) => der);
  // With plain RSA the server proves its key only after our key exchange, which is never sent.
  const unsigned = { group: 0, peerKey: new Uint8Array(), scheme: null, hasStatus: false };
  if (!isSignedSuite(server.suite)) return { chain, ...unsigned, messages: certificate.raw };

  const exchange = await readNext(messages, { type: SERVER_KEY_EXCHANGE, optional: CERTIFICATE_STATUS });
  const { body } = exchange;
  const cursor = makeCursor(body, "key exchange");
  if (cursor.integer(1) !== NAMED_CURVE) throw malformed("key exchange");
  const group = cursor.integer(2);
  const peerKey = cursor.vector(1);
  const params = body.subarray(0, body.length - cursor.left);
  const scheme = cursor.integer(2);
  const signature = cursor.vector(2);
  if (cursor.left > 0 || list.left > 0) throw malformed("key exchange");
  await demandProof(chain, { offer, scheme, signature, signed: concat(random, server.random, params) });
  const hasStatus = exchange.before !== null;
  return { chain, group, peerKey, scheme, hasStatus, messages: concat(certificate.raw, exchange.raw) };
}

export interface Proof13 {
  chain: Chain;
  suite: Suite;
  secrets: TrafficSecrets & { master: Uint8Array };
  extensions: Uint8Array;
  request: Uint8Array | null;
  hasEntryExtensions: boolean;
  transcript: Uint8Array;
}

/** Called as soon as keys exist, to encrypt even a refusal. */
type OnSecrets = (handshake: Pick<Proof13, "suite" | "secrets">) => void;

/** TLS 1.3 encrypts the certificate, so reading it requires the key exchange. */
export async function readProof13(
  messages: MessageReader,
  { hellos, offer, onSecrets }: ProofOptions & { onSecrets?: OnSecrets },
): Promise<Proof13> {
  const { server, shares, transcript } = hellos;
  const suite = TLS13_SUITES.get(server.suite)!;
  const share = shares.find((one) => server.group !== null && one.group === server.group);
  if (!share) throw malformed("key share");
  const shared = await share.deriveSecret(server.peerKey).catch(() => {
    throw malformed("key share");
  });
  const secrets = deriveHandshakeSecrets(suite.hash, shared, digest(suite.hash, transcript));
  messages.decryptWith(makeOpener(suite, secrets.server));
  onSecrets?.({ suite, secrets });

  const extensions = await readNext(messages, { type: ENCRYPTED_EXTENSIONS });
  const certificate = await readNext(messages, { type: CERTIFICATE, optional: CERTIFICATE_REQUEST });
  const cursor = makeCursor(certificate.body, "certificate");
  if (cursor.vector(1).length > 0) throw malformed("certificate");
  const entries = parseChain(cursor.vector(3), { hasExtensions: true });
  const chain = entries.map(({ der }) => der);

  const verify = await readNext(messages, { type: CERTIFICATE_VERIFY });
  const proof = makeCursor(verify.body, "certificate proof");
  const scheme = proof.integer(2);
  const signature = proof.vector(2);
  if (OLD_SCHEMES.has(scheme) || proof.left > 0 || cursor.left > 0) throw malformed("certificate proof");
  const context = utf8(`${" ".repeat(64)}TLS 1.3, server CertificateVerify\0`);
  const signed = concat(context, digest(suite.hash, transcript, extensions.raw, certificate.raw));
  await demandProof(chain, { offer, scheme, signature, signed, bindsCurve: true });
  return {
    chain,
    suite,
    secrets,
    extensions: extensions.body,
    request: certificate.before,
    hasEntryExtensions: entries.some((entry) => entry.hasExtensions),
    transcript: concat(transcript, extensions.raw, certificate.raw, verify.raw),
  };
}

interface ExpectedField {
  type: number;
  optional?: number;
}

interface ReadField extends Message {
  before: Uint8Array | null;
}

export async function readNext(
  messages: MessageReader,
  { type, optional }: ExpectedField,
): Promise<ReadField> {
  const message = await messages.readMessage();
  if (message.type === type) return { ...message, before: null };
  if (message.type !== optional) {
    throw new WireError(
      "malformed",
      `The server violated the TLS protocol: it sent message ${message.type} where ${type} belongs.`,
    );
  }
  const next = await readNext(messages, { type });
  return { ...next, before: message.body, raw: concat(message.raw, next.raw) };
}

interface ChainEntry {
  der: Uint8Array;
  hasExtensions: boolean;
}

function parseChain(list: Uint8Array, { hasExtensions = false } = {}): ChainEntry[] {
  const cursor = makeCursor(list, "certificate");
  const chain: ChainEntry[] = [];
  while (cursor.left > 0) {
    const der = cursor.vector(3).slice();
    chain.push({ der, hasExtensions: hasExtensions && cursor.vector(2).length > 0 });
  }
  if (chain.length === 0) throw new WireError("malformed", "The server sent no certificate.");
  return chain;
}

async function demandProof([certificate]: Chain, { offer, ...proof }: Signature & { offer: Offer }) {
  if (certificate && offer.schemes.includes(proof.scheme)) {
    const spki = findKey(certificate);
    if (spki && (await isSignedWith(spki, proof))) return;
  }
  throw new WireError("unproven", "The server did not prove that it holds the key of its certificate.");
}

function findKey(certificate: Uint8Array): Uint8Array | null {
  try {
    return new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  } catch {
    return null;
  }
}
