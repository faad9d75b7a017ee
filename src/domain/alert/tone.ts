import type { CheckStatus } from "../../schema/check_status.ts";
import type { AlertMessage } from "./message.ts";

type Tone = "bad" | "warning" | "good" | "info";

export const TONE_COLORS = { bad: "#ba1a1a", warning: "#eab308", good: "#22c55e", info: "#497cff" } as const;

const TONES = { down: "bad", degraded: "warning", up: "good" } as const satisfies Record<CheckStatus, Tone>;

export function toneOf({ kind, status, certificate, acknowledgement }: AlertMessage): Tone {
  if (kind === "test" || (kind === "acknowledged" && acknowledgement?.isOver === false)) return "info";
  if (kind === "recovery" || kind === "agent_back") return "good";
  if (kind === "agent_away") return "warning";
  if (kind === "action_failed") return "bad";
  if (kind === "own_trouble") return status === "up" ? "good" : "warning";
  if (kind === "alert" || !certificate) return TONES[status];
  if (certificate.isRenewed) return "good";
  return certificate.daysLeft < 0 ? "bad" : "warning";
}
