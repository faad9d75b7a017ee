import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { quote } from "../../../src/check/quote.ts";
import { makeScramClient } from "../../../src/check/wire/scram.ts";

interface Vector {
  hash: "SHA-256" | "SHA-1";
  nonce: string;
  first: string;
  serverFirst: string;
  final: string;
  serverFinal: string;
}

/** The exchanges in the RFCs, for the user "user" with the password "pencil". */
const RFC_5802: Vector = {
  hash: "SHA-1",
  nonce: "fyko+d2lbbFgONRv9qkxdawL",
  first: "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
  serverFirst: "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
  final: "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
  serverFinal: "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
};
const RFC_7677: Vector = {
  hash: "SHA-256",
  nonce: "rOprNGfwEbeRWgbNEkqO",
  first: "n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
  serverFirst: "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
  final:
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
  serverFinal: "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
};

const clientOf = ({ hash, nonce }: Vector, password = "pencil") =>
  makeScramClient({ hash, user: "user", password, nonce });

describe("a SCRAM client", () => {
  it.each([
    ["RFC 5802", RFC_5802],
    ["RFC 7677", RFC_7677],
  ])("matches the exchange in %s", async (_, vector) => {
    const client = clientOf(vector);
    expect(client.first).toBe(vector.first);
    expect(await client.respond(vector.serverFirst)).toBe(vector.final);
    expect(() => client.verify(vector.serverFinal)).not.toThrow();
  });

  it("uses a new nonce each time, and escapes the user name", () => {
    const begin = () => makeScramClient({ hash: "SHA-256", user: "a=b,c", password: "p" }).first;
    expect(begin()).toMatch(/^n,,n=a=3Db=2Cc,r=[\w+/]{24}$/);
    expect(begin()).not.toBe(begin());
  });

  it.each<[string, string]>([
    ["another signature", `v=${btoa("x".repeat(32))}`],
    ["no signature", "v="],
    ["nothing", ""],
    ["other text", "hello"],
  ])("rejects a server that returns %s", async (_, serverFinal) => {
    const client = clientOf(RFC_7677);
    await client.respond(RFC_7677.serverFirst);
    expect(() => client.verify(serverFinal)).toThrow(/^The server did not prove that it knows the password/);
  });

  it("rejects a proof without an exchange", () => {
    expect(() => clientOf(RFC_7677).verify(RFC_7677.serverFinal)).toThrow(/did not prove/);
  });

  it("responds only once", async () => {
    const client = clientOf(RFC_7677);
    await client.respond(RFC_7677.serverFirst);
    await expect(client.respond(RFC_7677.serverFirst)).rejects.toThrow(/can't be read/);
  });

  it.each<[string, string, RegExp | string]>([
    ["a foreign nonce", "r=other123,s=QSXCR+Q6sek8bf92,i=4096", /impostor/],
    ["only its own nonce", "r=N,s=QSXCR+Q6sek8bf92,i=4096", /impostor/],
    ["too few rounds", "r=N123,s=QSXCR+Q6sek8bf92,i=4095", /only 4095 times/],
    ["too many rounds", "r=N123,s=QSXCR+Q6sek8bf92,i=600001", /600001 times, but checks do at most 600000/],
    ["endless rounds", "r=N123,s=QSXCR+Q6sek8bf92,i=99999999999999", /can't be read/],
    ["no rounds", "r=N123,s=QSXCR+Q6sek8bf92", /can't be read/],
    ["no salt", "r=N123,s=,i=4096", /can't be read/],
    ["a salt that is not base64", "r=N123,s=A,i=4096", /can't be read/],
    ["a mandatory extension", "m=x,r=N123,s=QSXCR+Q6sek8bf92,i=4096", /can't be read/],
    ["nothing", "", /can't be read/],
    [
      "a refusal",
      "e=unknown-user",
      `refused the sign-in (${quote("unknown-user")}): check user and password.`,
    ],
  ])("rejects a first message with %s", async (_, serverFirst, told) => {
    const { nonce } = RFC_5802;
    await expect(clientOf(RFC_5802).respond(serverFirst.replace("N", nonce))).rejects.toThrow(told);
  });

  it("reports a rejection in the last message", async () => {
    const client = clientOf(RFC_7677);
    await client.respond(RFC_7677.serverFirst);
    expect(() => client.verify("e=invalid-proof")).toThrow(
      `The server refused the sign-in (${quote("invalid-proof")})`,
    );
  });

  it.each([
    ["I\u00adX", "IX"],
    ["\u2168", "IX"],
    ["a\u00a0b", "a b"],
    ["zażółć", "zażółć"],
    // SASLprep forbids these characters, so they stay unchanged.
    ["\u00aa\u0007", "\u00aa\u0007"],
  ])("normalizes the password %j to %j", async (password, prepared) => {
    const final = await clientOf(RFC_7677, password).respond(RFC_7677.serverFirst);
    expect(final.split(",p=")[1]).toBe(proofOf(prepared));
  });
});

/** An independent implementation of RFC 5802's formulas. */
function proofOf(password: string): string {
  const salted = pbkdf2Sync(password, Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64"), 4096, 32, "sha256");
  const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = hmac(salted, "Client Key");
  const stored = createHash("sha256").update(key).digest();
  const spoken = [RFC_7677.first.slice(3), RFC_7677.serverFirst, RFC_7677.final.split(",p=")[0]].join(",");
  const signature = hmac(stored, spoken);
  return Buffer.from(key.map((byte, i) => byte ^ signature[i]!)).toString("base64");
}
