import type { HealthState } from "../../../src/schema/health_part.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { text } from "../text/system.ts";

const TONES: Readonly<Record<HealthState, BadgeTone>> = {
  failing: "bad",
  warning: "warn",
  unknown: "neutral",
  ok: "good",
  off: "neutral",
};

export function PartBadge(props: { state: HealthState }) {
  return <Badge tone={TONES[props.state]}>{text.states[props.state]}</Badge>;
}
