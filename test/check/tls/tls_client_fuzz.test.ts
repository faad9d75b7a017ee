import { expect, it } from "vitest";
import { startTlsClient } from "../../../src/check/tls/tls_client.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeLine } from "../../../src/lib/wire/dial.ts";
import { WireError } from "../../../src/lib/wire/wire_error.ts";
import { makeReusedEphemeral } from "./fixed_ephemeral.ts";
import { makeIdentity, NOW } from "./made_certificate.ts";
import { type Chance, makeChance, mutate } from "./mutate.ts";
import { type ServerScript, startScriptedServer } from "./scripted_server.ts";
import { splitMessages, splitRecords } from "./sealed_flight.ts";
import { ofSeed, withoutStacks } from "./without_stacks.ts";

const RUNS = 2_500;
/** Most connections wait for the other side, so many run at once. */
const LANES = 120;
const SECRET = "correct horse";
const authority = makeIdentity({ name: "authority", isAuthority: true });
const site = makeIdentity({ issuer: authority });
const ephemeral = makeReusedEphemeral();
const { createKeyShare } = makeReusedEphemeral();

/** Returns "received", "silent" if the server waits for the damaged part, or the fault. */
async function converse(script: Partial<ServerScript>, version: 12 | 13): Promise<string> {
  const stop = new AbortController();
  const socket = startScriptedServer({ version, identities: [site], createKeyShare, ...script });
  // A server with nothing more to send has closed or waits for the client.
  const waiting = setTimeout(() => stop.abort(), 250);
  const trust = { kind: "authorities", authorities: [authority.der] } as const;
  const options = { serverName: "site.test", trust, alpn: [], signal: stop.signal, now: NOW, ephemeral };
  try {
    const secured = await startTlsClient(socket, options);
    const line = makeLine(secured, { signal: stop.signal, maxBytes: 1000 });
    await line.write(utf8(SECRET));
    expect(await line.reader.readExactly(SECRET.length)).toEqual(utf8(SECRET));
    return "received";
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    expect(error.message).toMatch(/^(The|It) .+\.$/s);
    expect(error.message).not.toContain(SECRET);
    return stop.signal.aborted ? "silent" : error.fault;
  } finally {
    clearTimeout(waiting);
  }
}

function once(chance: Chance, change: (bytes: Uint8Array) => Uint8Array) {
  let left = chance(6);
  return (bytes: Uint8Array) => (left-- === 0 ? change(bytes) : bytes);
}

async function tryAll(makeScript: (chance: Chance) => Partial<ServerScript>, seed: number) {
  const counts: Record<string, number> = {};
  const tryOne = (run: number) => converse(makeScript(makeChance(seed + run)), run % 2 ? 13 : 12);
  const tryLane = async (lane: number) => {
    for (let run = lane; run < RUNS; run += LANES) {
      const outcome = await ofSeed(seed + run, () => tryOne(run));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await withoutStacks(async () => {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => tryLane(lane)));
  });
  return counts;
}

it("startTlsClient handles 2,500 connections with damaged records", async () => {
  const counts = await tryAll((chance) => {
    const damage = once(chance, (record) => mutate(record, chance, splitRecords));
    return { damage };
  }, 0);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(RUNS);
  for (const fault of ["received", "malformed", "unproven"]) expect(counts[fault], fault).toBeGreaterThan(0);
});

it("startTlsClient handles 2,500 connections with damaged messages", async () => {
  const counts = await tryAll((chance) => {
    const change = once(chance, (message) => mutate(message, chance, splitMessages));
    return { edit: (_name, message) => change(message) };
  }, RUNS);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(RUNS);
  for (const fault of ["received", "malformed", "unproven"]) expect(counts[fault], fault).toBeGreaterThan(0);
});
