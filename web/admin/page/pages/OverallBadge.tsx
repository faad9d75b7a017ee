import type { Page } from "../../../../src/schema/page.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { text } from "../../text/pages.ts";

const TONES: Record<NonNullable<Page["overall"]>, BadgeTone> = {
  operational: "good",
  degraded: "warn",
  partial_outage: "warn",
  major_outage: "bad",
  under_maintenance: "accent",
  pending: "neutral",
};

export function OverallBadge(props: { overall: Page["overall"] }) {
  return (
    <Badge tone={props.overall ? TONES[props.overall] : "neutral"}>
      {props.overall ? text.overall[props.overall] : text.unknown}
    </Badge>
  );
}
