import { describe, expect, it } from "vitest";
import { judgeCertificate } from "../../../src/check/tls/certificate.ts";
import { readCertificateChain } from "../../../src/check/tls/tls_reader.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import { toHex } from "../../../src/lib/bytes.ts";
import { WireError } from "../../../src/lib/wire/wire_error.ts";
import { makeChance, mutate } from "./mutate.ts";
import { createRecordedEphemeral, FLIGHTS, type Flight, SERVER_NAME } from "./recorded_flights.ts";
import { makeScriptedSocket } from "./scripted_socket.ts";
import { splitMessages, splitRecords, unseal } from "./sealed_flight.ts";
import { ofSeed, withoutStacks } from "./without_stacks.ts";

const RUNS = 10_000;
const ephemeral = createRecordedEphemeral();

/** Returns "read" or the fault. Rethrows anything but a WireError, because it is a crash. */
async function read(bytes: Uint8Array, chunkBytes: number, flight: Flight): Promise<string> {
  const socket = makeScriptedSocket(bytes, { chunkBytes });
  try {
    const { chain, protocol } = await readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral });
    // TLS 1.3 signs the certificate too, so damage must never yield another one.
    if (protocol === "TLS 1.3") expect(toHex(chain[0]!)).toBe(toHex(flight.certificate));
    judgeCertificate(chain, { host: SERVER_NAME, now: 0, warnDays: 14 });
    return "read";
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    expect(error.message).toMatch(/^(The|It) .+\.$/s);
    return error.fault;
  }
}

async function tryAll(tryOne: (seed: number) => Promise<string>): Promise<string[]> {
  const outcomes: string[] = [];
  await withoutStacks(async () => {
    for (let seed = 0; seed < RUNS / 2; seed++) outcomes.push(await ofSeed(seed, () => tryOne(seed)));
  });
  return outcomes;
}

function sum(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe("readCertificateChain with 10,000 damaged responses", () => {
  it("returns the certificate or reports the fault, with damaged records", async () => {
    const outcomes = await tryAll(async (seed) => {
      const chance = makeChance(seed);
      const flight = FLIGHTS[seed % FLIGHTS.length]!;
      const bytes = mutate(flight.bytes, chance, splitRecords);
      return await read(bytes, 1 + chance(bytes.length + 1), flight);
    });
    expect(outcomes.length).toBe(RUNS / 2);
    const counts = sum(outcomes);
    for (const fault of ["read", "malformed", "closed", "unproven", "not_tls", "too_large"]) {
      expect(counts[fault], fault).toBeGreaterThan(0);
    }
  });

  it("returns the certificate or reports the fault, with damage inside the encryption", async () => {
    const encrypted = FLIGHTS.filter((flight) => flight.protocol === "TLS 1.3");
    const sealed = await Promise.all(encrypted.map(unseal));
    const outcomes = await tryAll(async (seed) => {
      const chance = makeChance(RUNS + seed);
      const { clear, inner, seal } = sealed[seed % sealed.length]!;
      const bytes = concat(clear, seal(mutate(inner, chance, splitMessages)));
      return await read(bytes, bytes.length, encrypted[seed % sealed.length]!);
    });
    const counts = sum(outcomes);
    for (const fault of ["read", "malformed", "closed", "unproven", "too_large"]) {
      expect(counts[fault], fault).toBeGreaterThan(0);
    }
  });
});
