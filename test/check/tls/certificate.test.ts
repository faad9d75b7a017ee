import { describe, expect, it } from "vitest";
import { judgeCertificate, parseCertificate } from "../../../src/check/tls/certificate.ts";
import { fromBase64 } from "../../../src/lib/bytes.ts";
import { getFlight } from "./recorded_flights.ts";
import { TRACE } from "./rfc8448.ts";

/** Self-signed, from 2026-11-21 to 2036-11-18, for "good.test, DNS:evil.test", OK.test, and two addresses. */
const ODD = fromBase64(
  "MIIBtDCCAVqgAwIBAgIUDzZP7aR7Tfma37ydjOFICr63wb8wCgYIKoZIzj0EAwIwKTEUMBIGA1UEAwwLY29tbW9uLnRlc3QxETAP" +
    "BgNVBAoMCE9kZCwgTHRkMB4XDTI2MTEyMTA0NDQ0M1oXDTM2MTExODA0NDQ0M1owKTEUMBIGA1UEAwwLY29tbW9uLnRlc3QxETAP" +
    "BgNVBAoMCE9kZCwgTHRkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAED8OhuZDJ3RgogpUGITdpwXI+QkkLjpNPS6yMEBfiq3UR" +
    "Jf09cXzSTJIuckgkBHPSPowswbb5hdTeU13qSJysC6NgMF4wPQYDVR0RBDYwNIIYZ29vZC50ZXN0LCBETlM6ZXZpbC50ZXN0ggdP" +
    "Sy50ZXN0ggkxOTIuMC4yLjmHBMAAAggwHQYDVR0OBBYEFC+of1WXh7dz9+uISa26UYj4IxfhMAoGCCqGSM49BAMCA0gAMEUCIQCa" +
    "yWvS+iYazibaSuVgobQVXGfgztRpBS3g71T5eFIB5AIgUfhBQ/n1qm7XeBYH+BGt6uO5dTukHubUzFgDYQR5HnA=",
)!;

const { certificate: SITE } = getFlight("1.3 RSA");
const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2036, 0, 1);
const DAY_MS = 86_400_000;

describe("parseCertificate", () => {
  it("reads names, dates and issuer", () => {
    expect(parseCertificate(SITE)).toMatchObject({
      subject: "CN=rsa",
      issuer: "CN=authority",
      validFrom: FROM,
      validTo: TO,
      names: ["site.test", "*.wild.test", "192.0.2.1", "2001:db8::1"],
      isSelfSigned: false,
    });
  });

  it("finds no name inside another, and ignores a DNS entry with an address", () => {
    expect(parseCertificate(ODD)).toEqual({
      subject: "CN=common.test, O=Odd\\, Ltd",
      issuer: "CN=common.test, O=Odd\\, Ltd",
      validFrom: Date.UTC(2026, 10, 21, 4, 44, 43),
      validTo: Date.UTC(2036, 10, 18, 4, 44, 43),
      names: ["ok.test", "192.0.2.8"],
      isSelfSigned: true,
      fingerprint: "d2fecc972ff782bb8188984fa57c6728603fa87b20b5c7f7eadffe35c8c5757e",
    });
  });

  it("doesn't call a certificate with a changed signature self-signed", () => {
    const changed = ODD.slice();
    changed[changed.length - 1]! ^= 1;
    expect(parseCertificate(changed).isSelfSigned).toBe(false);
  });

  it.each([[new Uint8Array()], [Uint8Array.of(48, 3, 1, 2, 3)], [SITE.slice(0, -1)]])(
    "reports an unreadable certificate",
    (der) => {
      expect(() => parseCertificate(der)).toThrow("The server's certificate can't be read.");
    },
  );
});

function judge(options: { host?: string; now?: number; warnDays?: number; der?: Uint8Array } = {}) {
  const { host = "site.test", now = TO - 100 * DAY_MS, warnDays = 14, der = SITE } = options;
  return judgeCertificate([der], { host, now, warnDays });
}

describe("judgeCertificate", () => {
  it("returns up while it is valid", () => {
    expect(judge()).toEqual({
      status: "up",
      message: "The certificate expires in 100 days, on 2036-01-01.",
      expiresAt: TO,
      daysLeft: 100,
    });
  });

  it.each([
    [15, "up", "The certificate expires in 15 days, on 2036-01-01."],
    [14.9, "degraded", "The certificate expires in 14 days, on 2036-01-01."],
    [14, "degraded", "The certificate expires in 14 days, on 2036-01-01."],
    [1, "degraded", "The certificate expires in 1 day, on 2036-01-01."],
    [0.5, "degraded", "The certificate expires within a day, on 2036-01-01."],
    [0, "degraded", "The certificate expires within a day, on 2036-01-01."],
    [-0.1, "down", "The certificate expired on 2036-01-01."],
  ])("with %d days left returns %s", (days, status, message) => {
    const now = TO - days * DAY_MS;
    expect(judge({ now })).toMatchObject({ status, message, daysLeft: Math.floor(days) });
  });

  it("returns down before it is valid", () => {
    expect(judge({ now: FROM })).toMatchObject({ status: "up" });
    expect(judge({ now: FROM - 1 })).toMatchObject({
      status: "down",
      message: "The certificate is not valid before 2026-01-01.",
    });
  });

  it.each(["site.test", "a.wild.test", "192.0.2.1", "[2001:db8:0::1]"])("accepts %s", (host) => {
    expect(judge({ host }).status).toBe("up");
  });

  it("returns down for another name, and lists the certificate's names", () => {
    expect(judge({ host: "www.site.test" })).toMatchObject({
      status: "down",
      message:
        "The certificate is not for www.site.test: it is for site.test, *.wild.test, 192.0.2.1 and 1 more.",
    });
  });

  it.each(["common.test", "good.test", "evil.test", "192.0.2.9"])("rejects %s from another field", (host) => {
    expect(judge({ der: ODD, host }).status).toBe("down");
  });

  it("reports a self-signed certificate, and accepts it", () => {
    expect(judge({ der: ODD, host: "ok.test" })).toMatchObject({
      status: "up",
      message: expect.stringMatching(/It is self-signed\.$/),
    });
  });

  it("reports a certificate without a host name", () => {
    expect(judge({ der: TRACE.certificate, now: Date.UTC(2020, 0, 1) })).toMatchObject({
      status: "down",
      message: "The certificate is not for site.test: it names no host.",
    });
  });

  it("requires a certificate", () => {
    expect(() => judgeCertificate([], { host: "a", now: 0, warnDays: 1 })).toThrow(
      "The server sent no certificate.",
    );
  });
});
