import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ProbeResult } from "../../src/check/probe.ts";
import { freePort } from "./start/product.ts";
import { startTcp } from "./tls_peer.ts";
import type { Check, Trust } from "./up/fixture.ts";

export function itTellsARefusedConnection(host: string, check: Check): void {
  it("reports a refused connection", async () => {
    const port = await freePort();
    const message = `${host}:${port} refused the connection.`;
    expect(await check({ port })).toMatchObject({ status: "down", message });
  });
}

interface TlsCases {
  trust: Trust;
  check(tls: object): Promise<ProbeResult>;
  told: RegExp;
}

export function itSpeaksTls(title: string, { trust, check, told }: TlsCases): void {
  it.each<[string, () => object]>([
    ["a public authority", () => ({ tls: "on" })],
    ["no verification", () => ({ tls: "verify-none" })],
    ["a custom authority", () => ({ tls: "ca", caCert: readFileSync(trust.pairs.authority.cert, "utf8") })],
  ])(`${title} with %s`, async (_, tls) => {
    expect((await check(tls())).message).toMatch(told);
  });
}

export async function findWarnedCertificate(
  check: (port: number) => Promise<ProbeResult>,
  answer: string,
): Promise<string> {
  const bytes = Buffer.from(answer.replaceAll(" ", ""), "hex");
  const peer = await startTcp((socket) => socket.once("data", () => socket.write(bytes)));
  const { message } = await check(peer.port);
  await peer.stop();
  return message;
}
