import { isSameBytes } from "../../lib/bytes.ts";
import { concat, vector } from "../wire/binary.ts";
import { broken, malformed } from "./tls_bytes.ts";
import { readNext, readProof12 } from "./tls_chain.ts";
import { FINISHED, type Handshake, type HandshakeOptions, type TlsLine } from "./tls_handshake.ts";
import { EXTENDED_MASTER_SECRET, parseAlpn } from "./tls_hello_rules.ts";
import { createKeyShare, isGroupId } from "./tls_key_share.ts";
import { digest } from "./tls_keys.ts";
import { ALERT, HANDSHAKE, type Message } from "./tls_messages.ts";
import { CLIENT_OFFER } from "./tls_offer.ts";
import { isEcdsaSuite, TLS12_SUITES } from "./tls_suites.ts";
import { deriveMaster, deriveTraffic, makeVerifyData12 } from "./tls12_keys.ts";
import { formatMessage, unfinished } from "./tls13_handshake.ts";

const HELLO_REQUEST = 0;
const CERTIFICATE = 11;
const CERTIFICATE_REQUEST = 13;
const HELLO_DONE = 14;
const KEY_EXCHANGE = 16;
const CHANGE_CIPHER_SPEC = Uint8Array.of(20, 3, 3, 0, 1, 1);
const NO_RENEGOTIATION = Uint8Array.of(1, 100);
const MAX_HELLO_REQUESTS = 4;

export async function shakeHands12(line: TlsLine, options: HandshakeOptions): Promise<Handshake> {
  const { messages, records } = line;
  const { hellos, clientRandom, alpn, verify } = options;
  const { server } = hellos;
  const chosen = parseAlpn(server.extensions, alpn);
  const proof = await readProof12(messages, { hellos, random: clientRandom, offer: CLIENT_OFFER });
  if (proof.hasStatus) throw broken("it sent an unrequested certificate status");
  if (isEcdsaSuite(server.suite) !== isCurveScheme(proof.scheme)) {
    throw broken("its certificate key doesn't match the cipher it chose");
  }
  const done = await readNext(messages, { type: HELLO_DONE, optional: CERTIFICATE_REQUEST });
  if (done.body.length > 0) throw malformed("ServerHelloDone");
  await verify(proof.chain);

  if (!isGroupId(proof.group)) throw broken("it chose a curve that wasn't offered");
  const share = await createKeyShare(proof.group);
  const shared = await share.deriveSecret(proof.peerKey).catch(() => {
    throw malformed("key exchange");
  });
  const suite = TLS12_SUITES.get(server.suite)!;
  const { hash } = suite;
  const ours = concat(
    done.before ? formatMessage(CERTIFICATE, vector(3)) : new Uint8Array(),
    formatMessage(KEY_EXCHANGE, vector(1, share.publicKey)),
  );
  const transcript = concat(hellos.transcript, proof.messages, done.raw, ours);
  const isBound = server.extensions.has(EXTENDED_MASTER_SECRET);
  const sessionHash = isBound ? digest(hash, transcript) : null;
  const randoms = { client: clientRandom, server: server.random };
  const master = deriveMaster(hash, { shared, randoms, sessionHash });
  const traffic = deriveTraffic(suite, master, randoms);
  const verifyData = (label: "client finished" | "server finished", ...all: Uint8Array[]) =>
    makeVerifyData12(hash, master, { label, handshakeHash: digest(hash, ...all) });

  const finished = formatMessage(FINISHED, verifyData("client finished", transcript));
  const changed = [records.write(HANDSHAKE, ours), records.writeRaw(CHANGE_CIPHER_SPEC)];
  records.sealWith(traffic.seal);
  await Promise.all([...changed, records.write(HANDSHAKE, finished)]);

  await messages.readChangeCipherSpec();
  messages.decryptWith(traffic.open);
  const { body } = await readNext(messages, { type: FINISHED });
  if (!isSameBytes(body, verifyData("server finished", transcript, finished))) throw unfinished();
  return { chain: proof.chain, alpn: chosen, handleMessage: makeMessageHandler(line) };
}

const isCurveScheme = (scheme: number | null) =>
  scheme !== null && ((scheme & 0xff) === 3 || scheme === 0x0807);

function makeMessageHandler({ records }: TlsLine): Handshake["handleMessage"] {
  let requests = 0;
  return ({ type, body }: Message) => {
    if (type !== HELLO_REQUEST || body.length > 0) {
      throw broken(`it sent message ${type} out of order`);
    }
    if (++requests > MAX_HELLO_REQUESTS) throw broken("it restarts the handshake endlessly");
    records.write(ALERT, NO_RENEGOTIATION).catch(() => undefined);
  };
}
