import type { MirrorState } from "../../../src/schema/mirror.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { text } from "../text/mirror.ts";

const TONES: Record<MirrorState, BadgeTone> = {
  off: "neutral",
  waiting: "accent",
  up_to_date: "good",
  stale: "warn",
  failing: "bad",
};

export function MirrorBadge(props: { state: MirrorState }) {
  return <Badge tone={TONES[props.state]}>{text.states[props.state]}</Badge>;
}
