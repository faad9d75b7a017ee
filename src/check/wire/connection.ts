import { type DialedSocket, dial, hangUp, type Line, makeLine } from "../../lib/wire/dial.ts";
import type { Address } from "../../lib/wire/socket.ts";
import type { Probe } from "../check_type.ts";
import { explainConnect, placeOf } from "../diagnose.ts";

interface Connection extends Line {
  openMs: number;
  close(): void;
}

export async function openConnection(
  probe: Probe,
  { maxBytes, ...address }: Address & { maxBytes: number },
): Promise<Connection> {
  const place = placeOf(address);
  const startedAt = probe.now();
  const socket = await probe.steps.run<DialedSocket>(
    { label: `Connect to ${place}`, late: `No connection to ${place}` },
    async () => {
      try {
        return await dial(probe.connect, address, probe);
      } catch (error) {
        throw await explainConnect(probe, address, error);
      }
    },
  );
  return {
    openMs: probe.now() - startedAt,
    ...makeLine(socket, { signal: probe.signal, maxBytes }),
    close: () => hangUp(socket),
  };
}
