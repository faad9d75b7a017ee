import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ProbeAnswer } from "../../src/check/probe.ts";
import {
  expectBoundsWhenFlooded,
  expectFailuresWhenClosed,
  expectFailuresWhenStalled,
  expectSenseOfDamaged,
  recordAnswers,
  type Subject,
} from "../check/wire/hostile.ts";
import { makeCertificate, type Pair, startTcp } from "./tls_peer.ts";

interface Authorities {
  authority: Pair;
  /** Has signed nothing that a server shows. */
  stranger: Pair;
  /** For 127.0.0.1 and no other name, from the authority. */
  server: Pair;
}

export function makeAuthorities(folder: string): Authorities {
  const authority = makeCertificate(folder, { name: "authority", isAuthority: true });
  const stranger = makeCertificate(folder, { name: "stranger", isAuthority: true });
  const server = makeCertificate(folder, { name: "server", names: "IP:127.0.0.1", issuer: authority });
  return { authority, stranger, server };
}

interface DatabaseCases {
  folder: string;
  check(more: object): Promise<ProbeAnswer>;
}

/** Of a server with the certificate of `makeAuthorities`, whose user `secured` is let in with TLS only. */
export function itTakesEachKindOfTls({ folder, check }: DatabaseCases): void {
  const caCertOf = (name: string) => readFileSync(`${folder}/${name}.crt`, "utf8");

  it.each([
    ["without a look at the certificate", () => ({ tls: "verify-none", host: "localhost" })],
    ["by an authority of one's own", () => ({ tls: "ca", caCert: caCertOf("authority") })],
  ])("puts TLS on %s", async (_, more) => {
    const answer = await check({ user: "secured", ...more() });
    expect(answer).toMatchObject({ status: "up", certificate: { issuer: "CN=authority" } });
  });

  it("takes no certificate of another authority", async () => {
    const answer = await check({ user: "secured", tls: "ca", caCert: caCertOf("stranger") });
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(/authority/);
  });

  it("takes no certificate for another name", async () => {
    for (const more of [{ tls: "on" }, { tls: "ca", caCert: caCertOf("authority") }]) {
      const answer = await check({ user: "secured", host: "localhost", ...more });
      expect(answer).toMatchObject({ status: "down", isOwnFault: false });
      expect(answer.message).toMatch(/localhost/);
    }
  });

  it("says which port it is refused on", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    const message = `127.0.0.1:${port} refused the connection.`;
    expect(await check({ port })).toMatchObject({ status: "down", message });
  });
}

/** A server that cuts off, falls silent, pours or talks nonsense. */
export async function expectToStandAnything(subject: Subject, runs: number): Promise<void> {
  const answers = await recordAnswers(subject);
  await expectFailuresWhenClosed(subject, answers);
  await expectFailuresWhenStalled(subject, answers);
  await expectBoundsWhenFlooded(subject, answers);
  await expectSenseOfDamaged(subject, answers, runs);
}
