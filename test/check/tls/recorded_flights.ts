import { fromBase64 } from "../../../src/lib/bytes.ts";
import { makeFixedEphemeral } from "./fixed_ephemeral.ts";
import recorded from "./recorded_flights.json" with { type: "json" };

export interface Flight {
  name: string;
  protocol: string;
  bytes: Uint8Array<ArrayBuffer>;
  certificate: Uint8Array<ArrayBuffer>;
}

export const SERVER_NAME = recorded.serverName;

export const FLIGHTS: readonly Flight[] = recorded.flights.map((flight) => ({
  ...flight,
  bytes: fromBase64(flight.bytes)!,
  certificate: fromBase64(flight.certificate)!,
}));

export const createRecordedEphemeral = () => makeFixedEphemeral(recorded.keys);

export function getFlight(name: string): Flight {
  const flight = FLIGHTS.find((one) => one.name === name);
  if (!flight) throw new Error(`No recorded flight: ${name}`);
  return flight;
}
