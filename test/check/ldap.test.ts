import { describe, expect, it } from "vitest";
import { probe } from "../../src/check/probe.ts";
import type { DialedSocket } from "../../src/lib/wire/dial.ts";
import type { Address } from "../../src/lib/wire/socket.ts";
import { makeFakePlatform } from "./fake_platform.ts";
import { makeScriptedSocket } from "./tls/scripted_socket.ts";

const PASSWORD = "correct-horse";
const START_TLS = "1.3.6.1.4.1.1466.20037";
/** Accepts StartTLS, refuses it (unavailable), and accepts a login. */
const STARTED = Buffer.from("300c02010178070a010004000400", "hex");
const NOT_STARTED = Buffer.from("300c02010178070a013404000400", "hex");
const BOUND = Buffer.from("300c02010161070a010004000400", "hex");

interface Directory {
  port: number;
  tls: "on" | "off";
  speaksTls?: boolean;
  toStartTls?: Uint8Array;
}

async function checkDirectory({ port, tls, speaksTls = true, toStartTls = STARTED }: Directory) {
  const dialled: Address["tls"][] = [];
  const lines: { isEncrypted: boolean; written: Uint8Array[] }[] = [];
  const open = (answer: Uint8Array, isEncrypted: boolean): DialedSocket => {
    const socket = makeScriptedSocket(answer);
    lines.push({ isEncrypted, written: socket.written });
    return { ...socket, opened: Promise.resolve() };
  };
  const connect = ({ tls: asked }: Address): DialedSocket => {
    dialled.push(asked);
    if (asked === "off") return open(BOUND, false);
    if (asked === "starttls") return { ...open(toStartTls, false), startTls: () => open(BOUND, true) };
    if (speaksTls) return open(BOUND, true);
    const opened = Promise.reject(new Error("TLS handshake failed."));
    opened.catch(() => undefined);
    return { ...makeScriptedSocket(new Uint8Array()), opened };
  };
  const config = { host: "ldap.test", port, tls, bindDn: "cn=monitor", password: PASSWORD };
  const answer = await probe(
    { type: "ldap", config, timeoutMs: 10_000 },
    { ...makeFakePlatform({}), connect },
  );
  const received = (isEncrypted: boolean) =>
    lines
      .filter((line) => line.isEncrypted === isEncrypted)
      .flatMap(({ written }) => written.map((bytes) => Buffer.from(bytes).toString("latin1")))
      .join("");
  return { ...answer, dialled, clear: received(false), encrypted: received(true) };
}

describe("TLS of an ldap check", () => {
  it("uses StartTLS on port 389, and sends no secret before it", async () => {
    const { status, dialled, clear, encrypted } = await checkDirectory({ port: 389, tls: "on" });
    expect([status, dialled]).toEqual(["up", ["starttls"]]);
    expect(clear).toContain(START_TLS);
    expect(clear).not.toContain(PASSWORD);
    expect(encrypted).toContain(PASSWORD);
  });

  it("is used directly on port 636, without a fallback", async () => {
    expect(await checkDirectory({ port: 636, tls: "on" })).toMatchObject({
      status: "up",
      dialled: ["on"],
      clear: "",
    });
    const failed = await checkDirectory({ port: 636, tls: "on", speaksTls: false });
    expect(failed).toMatchObject({ status: "down", dialled: ["on"], clear: "", encrypted: "" });
  });

  it("is tried both ways on another port", async () => {
    expect(await checkDirectory({ port: 1636, tls: "on" })).toMatchObject({ status: "up", dialled: ["on"] });
    const second = await checkDirectory({ port: 1636, tls: "on", speaksTls: false });
    expect(second).toMatchObject({ status: "up", dialled: ["on", "starttls"] });
    expect(second.clear).not.toContain(PASSWORD);
    const neither = { port: 1636, tls: "on", speaksTls: false } as const;
    const refused = await checkDirectory({ ...neither, toStartTls: NOT_STARTED });
    expect(refused.message).toMatch(
      /^Start TLS: The server doesn't support StartTLS \(52 unavailable\), so nothing/,
    );
    const foreign = await checkDirectory({ ...neither, toStartTls: Buffer.from("HTTP/1.1 400") });
    expect(foreign.message).toMatch(/^The TLS handshake failed: /);
    for (const { clear, encrypted } of [refused, foreign]) expect(clear + encrypted).not.toContain(PASSWORD);
  });

  it("isn't used when it is off", async () => {
    expect(await checkDirectory({ port: 636, tls: "off" })).toMatchObject({ status: "up", dialled: ["off"] });
  });
});
