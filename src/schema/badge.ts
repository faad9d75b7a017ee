import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";

const BADGE_STYLES = ["flat", "square", "large"] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

export const badgeQuery = z.object({
  style: z
    .enum(BADGE_STYLES, { error: `Use ${joinOr(BADGE_STYLES)}.` })
    .default("flat")
    .meta({ description: "Rounded corners, square corners, or 1.5 times the size." }),
});
