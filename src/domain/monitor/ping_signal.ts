import type { PingKind } from "../../schema/ping.ts";

export interface PingSignal {
  kind: PingKind;
  exitCode: number | null;
}

const WORDS: readonly PingKind[] = ["start", "success", "fail", "log"];

export function parsePingSignal(text: string): PingSignal | null {
  const kind = WORDS.find((word) => word === text);
  if (kind) return { kind, exitCode: null };
  const exitCode = /^\d{1,3}$/.test(text) ? Number(text) : 256;
  return exitCode > 255 ? null : { kind: exitCode === 0 ? "success" : "fail", exitCode };
}

export function describeFailure({ exitCode }: PingSignal): string {
  return exitCode === null ? "The job reported a failure." : `The job failed with exit code ${exitCode}.`;
}
