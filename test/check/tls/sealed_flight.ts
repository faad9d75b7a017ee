import { createCipheriv } from "node:crypto";
import { exchangeHellos } from "../../../src/check/tls/tls_hello_exchange.ts";
import { deriveHandshakeSecrets, digest, expand, makeOpener } from "../../../src/check/tls/tls_keys.ts";
import { makeMessageReader } from "../../../src/check/tls/tls_messages.ts";
import { READER_OFFER } from "../../../src/check/tls/tls_offer.ts";
import { TLS13_SUITES } from "../../../src/check/tls/tls_suites.ts";
import { concat, integer, vector } from "../../../src/check/wire/binary.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import { createRecordedEphemeral, type Flight, SERVER_NAME } from "./recorded_flights.ts";
import { makeScriptedSocket } from "./scripted_socket.ts";

const HANDSHAKE = 22;
const APPLICATION_DATA = 23;

interface SealedFlight {
  clear: Uint8Array;
  inner: Uint8Array;
  seal(inner: Uint8Array, type?: number): Uint8Array;
}

/** Decrypts a recorded TLS 1.3 flight, changes its messages and encrypts them again. */
export async function unseal(flight: Flight): Promise<SealedFlight> {
  const { readable } = makeScriptedSocket(flight.bytes);
  const messages = makeMessageReader(makeReader(readable, { maxBytes: 2 ** 20 }), 2 ** 20);
  const ephemeral = createRecordedEphemeral();
  const { server, shares, transcript } = await exchangeHellos(
    { messages, write: async () => undefined },
    { offer: READER_OFFER, serverName: SERVER_NAME, alpn: ["h2", "http/1.1"], ephemeral },
  );
  const suite = TLS13_SUITES.get(server.suite)!;
  const shared = await shares.find((one) => one.group === server.group)!.deriveSecret(server.peerKey);
  const { server: secret } = deriveHandshakeSecrets(suite.hash, shared, digest(suite.hash, transcript));
  const open = makeOpener(suite, secret);
  const key = expand(suite.hash, secret, { label: "key", length: suite.keyBytes });
  const iv = expand(suite.hash, secret, { label: "iv", length: 12 });

  const records = splitRecords(flight.bytes);
  const sealed = records.filter((record) => record[0] === APPLICATION_DATA);
  const inner = sealed.map((record) => open(record.subarray(0, 5), record.subarray(5))!.slice(0, -1));
  return {
    clear: concat(...records.filter((record) => record[0] !== APPLICATION_DATA)),
    inner: concat(...inner),
    seal(changed, type = HANDSHAKE) {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < changed.length; at += 16_000) {
        const text = concat(changed.subarray(at, at + 16_000), Uint8Array.of(type));
        const counter = concat(new Uint8Array(8), integer(4, parts.length));
        const nonce = iv.map((byte, i) => byte ^ counter[i]!);
        // The cast is safe: all three ciphers of TLS 1.3 take these arguments.
        const cipher = createCipheriv(suite.cipher as "aes-128-gcm", key, nonce, { authTagLength: 16 });
        const header = concat(Uint8Array.of(APPLICATION_DATA, 3, 3), integer(2, text.length + 16));
        cipher.setAAD(header, { plaintextLength: text.length });
        parts.push(concat(header, cipher.update(text), cipher.final(), cipher.getAuthTag()));
      }
      return concat(...parts);
    },
  };
}

export function splitRecords(bytes: Uint8Array): Uint8Array[] {
  return split(bytes, { lengthAt: 3, lengthBytes: 2 });
}

export function splitMessages(bytes: Uint8Array): Uint8Array[] {
  return split(bytes, { lengthAt: 1, lengthBytes: 3 });
}

export const formatRecord = (type: number, fragment: Uint8Array) =>
  concat(Uint8Array.of(type, 3, 3), vector(2, fragment));

export const formatMessage = (type: number, body: Uint8Array) => concat(Uint8Array.of(type), vector(3, body));

function split(bytes: Uint8Array, { lengthAt, lengthBytes }: { lengthAt: number; lengthBytes: number }) {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const field = bytes.subarray(at + lengthAt, at + lengthAt + lengthBytes);
    const end = at + lengthAt + lengthBytes + field.reduce((value, byte) => value * 256 + byte, 0);
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}
