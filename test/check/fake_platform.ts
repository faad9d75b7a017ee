import type { ProbeDeps } from "../../src/check/probe.ts";
import type { DialedSocket } from "../../src/lib/wire/dial.ts";
import type { Address } from "../../src/lib/wire/socket.ts";
import { makeScriptedSocket } from "./tls/scripted_socket.ts";

interface FakePlatform extends ProbeDeps {
  fetched: { url: string; init: RequestInit }[];
  dialled: Address[];
}

interface Behaviour {
  fetch?: (url: string, init: RequestInit) => Promise<Response> | Response;
  connect?: () => Uint8Array | Error | "hangs";
}

/** Stands in for fetch and sockets in cases that no local server can produce. */
export function makeFakePlatform({ fetch, connect }: Behaviour): FakePlatform {
  const fetched: FakePlatform["fetched"] = [];
  const dialled: Address[] = [];
  return {
    fetched,
    dialled,
    now: () => Date.now(),
    fetch: async (input, init) => {
      const request = { url: String(input), init: (init ?? {}) as RequestInit };
      fetched.push(request);
      if (!fetch) throw new Error("Nothing is fetched here.");
      return await fetch(request.url, request.init);
    },
    connect: (address) => {
      dialled.push(address);
      const outcome = connect?.() ?? new Error("Nothing is connected to here.");
      return outcome === "hangs" ? hangingSocket() : scriptedSocket(outcome);
    },
  };
}

function scriptedSocket(outcome: Uint8Array | Error): DialedSocket {
  const socket = makeScriptedSocket(outcome instanceof Error ? new Uint8Array() : outcome);
  const opened = outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve({});
  opened.catch(() => undefined);
  return { ...socket, opened };
}

function hangingSocket(): DialedSocket {
  const never = new Promise<never>(() => undefined);
  return {
    readable: new ReadableStream(),
    writable: new WritableStream(),
    opened: never,
    close: () => never,
  };
}
