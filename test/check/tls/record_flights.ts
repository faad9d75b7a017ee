/**
 * Rewrites recorded_flights.json: `node test/check/tls/record_flights.ts`, with openssl installed. Run it when the
 * ClientHello changes, because the server's signature and encryption depend on it.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GROUPS, OFFERED_GROUPS } from "../../../src/check/tls/tls_key_share.ts";
import { readCertificateChain } from "../../../src/check/tls/tls_reader.ts";
import { toBase64 } from "../../../src/lib/bytes.ts";
import type { Socket } from "../../../src/lib/wire/socket.ts";
import * as peers from "../../system/tls_peer.ts";
import { makeFixedEphemeral } from "./fixed_ephemeral.ts";
import { connectNode } from "./node_socket.ts";

const SERVER_NAME = "site.test";
const NAMES =
  "DNS:site.test,DNS:*.wild.test,IP:192.0.2.1,IP:2001:db8::1,email:a@site.test,URI:https://uri.test/";
const TLS13 = ["-tls1_3", "-num_tickets", "0"];
const AES_256 = ["-ciphersuites", "TLS_AES_256_GCM_SHA384"];

const folder = peers.makeFolder();
const issuer = peers.makeCertificate(folder, { name: "authority", isAuthority: true });
const make = (name: string, key: readonly string[]) =>
  peers.makeCertificate(folder, {
    name,
    key,
    names: NAMES,
    issuer,
    validity: ["20260101000000Z", "20360101000000Z"],
  });
const rsa = make("rsa", peers.RSA_KEY);
const p256 = make("p256", peers.P256_KEY);
const p384 = make("p384", peers.P384_KEY);
const ed25519 = make("ed25519", peers.ED25519_KEY);

const wishes: readonly { name: string; pair: peers.Pair; args: readonly string[] }[] = [
  { name: "1.2 RSA", pair: rsa, args: ["-tls1_2"] },
  { name: "1.2 ECDSA", pair: p256, args: ["-tls1_2"] },
  { name: "1.2 plain RSA", pair: rsa, args: ["-tls1_2", "-cipher", "AES128-SHA"] },
  { name: "1.3 RSA", pair: rsa, args: [...TLS13, "-ciphersuites", "TLS_AES_128_GCM_SHA256"] },
  { name: "1.3 ECDSA ChaCha", pair: p256, args: [...TLS13, "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"] },
  { name: "1.3 P-384 retry", pair: p384, args: [...TLS13, ...AES_256, "-groups", "P-384"] },
  { name: "1.3 Ed25519 P-256", pair: ed25519, args: [...TLS13, "-groups", "P-256", "-Verify", "1"] },
];

const keys: Record<string, JsonWebKey> = {};
for (const group of OFFERED_GROUPS) {
  const pair = await crypto.subtle.generateKey(GROUPS[group].algorithm, true, ["deriveBits"]);
  const jwk = await crypto.subtle.exportKey("jwk", (pair as CryptoKeyPair).privateKey);
  keys[group] = jwk as JsonWebKey;
}

const flights = [];
for (const { name, pair, args } of wishes) {
  const files = ["-cert", pair.cert, "-key", pair.key, "-cert_chain", issuer.cert];
  const peer = await peers.startOpenssl([...files, ...args]);
  const received: Buffer[] = [];
  const socket = overhear(connectNode({ hostname: "127.0.0.1", port: peer.port }), received);
  const ephemeral = makeFixedEphemeral(keys);
  const { protocol } = await readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral });
  await socket.close();
  await peer.stop();
  const certificate = new X509Certificate(readFileSync(pair.cert)).raw;
  flights.push({
    name,
    protocol,
    bytes: toBase64(Buffer.concat(received)),
    certificate: toBase64(certificate),
  });
}
peers.removeFolder(folder);
const text = JSON.stringify({ serverName: SERVER_NAME, keys, flights }, null, 2);
writeFileSync(join(import.meta.dirname, "recorded_flights.json"), `${text}\n`);

function overhear(socket: Socket, received: Buffer[]): Socket {
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received.push(Buffer.from(chunk));
      controller.enqueue(chunk);
    },
  });
  return { ...socket, readable: socket.readable.pipeThrough(tap) };
}
