import { connect } from "cloudflare:sockets";
import { describe, expect, it } from "vitest";
import { judgeCertificate, parseCertificate } from "../../src/check/tls/certificate.ts";
import { readProof13 } from "../../src/check/tls/tls_chain.ts";
import { createKeyShare, OFFERED_GROUPS, X25519 } from "../../src/check/tls/tls_key_share.ts";
import { makeMessageReader } from "../../src/check/tls/tls_messages.ts";
import { READER_OFFER } from "../../src/check/tls/tls_offer.ts";
import { readCertificateChain } from "../../src/check/tls/tls_reader.ts";
import { parseServerHello } from "../../src/check/tls/tls_server_hello.ts";
import { concat } from "../../src/check/wire/binary.ts";
import { makeReader } from "../../src/lib/wire/reader.ts";
import type { Address, Socket } from "../../src/lib/wire/socket.ts";
import { importKeyShare } from "../check/tls/fixed_ephemeral.ts";
import { createRecordedEphemeral, FLIGHTS, SERVER_NAME } from "../check/tls/recorded_flights.ts";
import { TRACE } from "../check/tls/rfc8448.ts";
import { makeScriptedSocket } from "../check/tls/scripted_socket.ts";

/** No cast: the platform's sockets must fit the protocol code's types. */
const connectCloudflare = ({ hostname, port, tls }: Address): Socket =>
  connect({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });

describe("certificate reading in workerd", () => {
  it.each(FLIGHTS.map((flight) => [flight.name, flight] as const))(
    "reads the certificate of a recorded server: %s",
    async (_, flight) => {
      const socket = makeScriptedSocket(flight.bytes, { chunkBytes: 100 });
      const ephemeral = createRecordedEphemeral();
      const { chain, protocol } = await readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral });
      expect(protocol).toBe(flight.protocol);
      expect(chain[0]).toEqual(flight.certificate);
    },
  );

  it.each(
    FLIGHTS.filter(({ name }) => name !== "1.2 plain RSA").map((flight) => [flight.name, flight] as const),
  )("checks the server's proof: %s", async (_, flight) => {
    const socket = makeScriptedSocket(flight.bytes);
    const recorded = createRecordedEphemeral();
    const ephemeral = { ...recorded, random: new Uint8Array(32) };
    await expect(readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral })).rejects.toMatchObject({
      fault: flight.protocol === "TLS 1.2" ? "unproven" : "malformed",
    });
  });

  it("reads the handshake of RFC 8448", async () => {
    const { readable } = makeScriptedSocket(TRACE.record);
    const hellos = {
      server: parseServerHello(TRACE.serverHello.subarray(4)),
      shares: [await importKeyShare(X25519, TRACE.clientKey)],
      transcript: concat(TRACE.clientHello, TRACE.serverHello),
    };
    const messages = makeMessageReader(makeReader(readable, { maxBytes: 1000 }), 1000);
    const { chain } = await readProof13(messages, { hellos, offer: READER_OFFER });
    expect(chain).toEqual([TRACE.certificate]);
  });

  it.each(OFFERED_GROUPS)("agrees on a secret in group %d", async (group) => {
    const [ours, theirs] = await Promise.all([createKeyShare(group), createKeyShare(group)]);
    expect(await ours.deriveSecret(theirs.publicKey)).toEqual(await theirs.deriveSecret(ours.publicKey));
    await expect(ours.deriveSecret(new Uint8Array(7))).rejects.toThrow();
  });

  it("parses and judges a certificate", () => {
    const { certificate } = FLIGHTS[0]!;
    expect(parseCertificate(certificate)).toMatchObject({
      subject: "CN=rsa",
      issuer: "CN=authority",
      validFrom: Date.UTC(2026, 0, 1),
      validTo: Date.UTC(2036, 0, 1),
      names: ["site.test", "*.wild.test", "192.0.2.1", "2001:db8::1"],
      isSelfSigned: false,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const options = { now: Date.UTC(2035, 11, 25), warnDays: 14 };
    expect(judgeCertificate([certificate], { ...options, host: "a.wild.test" })).toMatchObject({
      status: "degraded",
      daysLeft: 7,
    });
    expect(judgeCertificate([certificate], { ...options, host: "other.test" }).status).toBe("down");
    expect(() => parseCertificate(certificate.slice(0, 100))).toThrow("can't be read");
  });

  it("reports a port without a listener, over the platform's sockets", async () => {
    const socket = connectCloudflare({ hostname: "127.0.0.1", port: 1, tls: "off" });
    const options = { serverName: SERVER_NAME, signal: AbortSignal.timeout(5000) };
    await expect(readCertificateChain(socket, options)).rejects.toMatchObject({
      name: "WireError",
      fault: "broken",
    });
  });
});
