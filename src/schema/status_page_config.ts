import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { line } from "./common.ts";
import { listUpTo } from "./limits.ts";
import { webUrl } from "./monitor_config.ts";

const STATUS_PAGE_FORMATS = [
  "auto",
  "statuspage",
  "incident_io",
  "instatus",
  "openstatus",
  "better_stack",
  "feed",
] as const;
export type StatusPageFormat = (typeof STATUS_PAGE_FORMATS)[number];

export const statusPageConfig = z.object({
  url: webUrl.meta({
    title: "Status page",
    format: "uri",
    description: "The URL of the page or of its RSS or Atom feed.",
    examples: ["https://www.githubstatus.com"],
  }),
  format: z
    .enum(STATUS_PAGE_FORMATS, `Use ${joinOr(STATUS_PAGE_FORMATS)}.`)
    .default("auto")
    .meta({
      title: "Format",
      description: "Uptide pages use the Statuspage format.",
      "x-labels": {
        auto: "Detect",
        statuspage: "Statuspage",
        incident_io: "incident.io",
        instatus: "Instatus",
        openstatus: "OpenStatus",
        better_stack: "Better Stack",
        feed: "RSS or Atom",
      },
    }),
  components: listUpTo(50, line(200), "components").default([]).meta({
    title: "Components",
    description: "Names as shown on the page, one per line. Leave empty for the whole page.",
  }),
  minImpact: z
    .enum(["minor", "major"], "Use minor or major.")
    .default("minor")
    .meta({
      title: "Minimum severity",
      description: "Minor problems are degraded; major and critical ones are down.",
      "x-labels": { minor: "Minor", major: "Major" },
    }),
});
export type StatusPageConfig = z.output<typeof statusPageConfig>;
