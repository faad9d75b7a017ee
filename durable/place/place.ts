import { DurableObject } from "cloudflare:workers";
import { parseColo } from "../../src/domain/monitor/place_vote.ts";
import { type Env, variablesOf } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/units.ts";
import { readBounded } from "../../src/lib/wire/reader.ts";
import type { PlaceObject, PlaceResponse } from "../../src/objects/place.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";

const TRACE = "https://cloudflare.com/cdn-cgi/trace";
const TRACE_MS = 3000;
const TRACE_BYTES = 4096;
const KEY = "colo";

interface KnownColo {
  colo: string | null;
  askedAt: number;
}

/**
 * One instance per checking region, `place-<location>`, calls a Prober in that region. Stored: its data centre, asked
 * once a day.
 */
export class Place extends DurableObject<Env> implements PlaceObject {
  #known: KnownColo | null = null;
  #isAsking = false;

  async check(request: CheckRequest): Promise<PlaceResponse> {
    this.#lookAround(Date.now());
    const reply = await this.ctx.exports.Prober.check(request);
    return { ...reply, colo: this.#known?.colo ?? null };
  }

  #lookAround(now: number): void {
    if (this.#isAsking || variablesOf(this.env).runsLocally) return;
    this.#known ??= this.ctx.storage.kv.get<KnownColo>(KEY) ?? null;
    const keptMs = this.#known?.colo == null ? HOUR_MS : DAY_MS;
    if (this.#known && now - this.#known.askedAt < keptMs) return;
    this.#isAsking = true;
    this.ctx.waitUntil(this.#ask(now));
  }

  async #ask(askedAt: number): Promise<void> {
    const colo = await findColo();
    this.#known = { colo, askedAt };
    this.#isAsking = false;
    this.ctx.storage.kv.put(KEY, this.#known);
  }
}

async function findColo(): Promise<string | null> {
  try {
    const response = await fetch(TRACE, { signal: AbortSignal.timeout(TRACE_MS), redirect: "manual" });
    const { bytes } = await readBounded(response, { maxBytes: TRACE_BYTES });
    return parseColo(new TextDecoder().decode(bytes));
  } catch (error) {
    log("debug", "could not find this region's location", { error });
    return null;
  }
}
