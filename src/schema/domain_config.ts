import { z } from "zod";
import { parseName } from "../lib/wire/host_name.ts";
import { listUpTo, trimmedText, wholeNumber } from "./limits.ts";
import { webUrl } from "./monitor_config.ts";

const domain = trimmedText(253, "Enter a domain, such as example.com.").refine(
  (text) => parseName(text)?.includes(".") ?? false,
  "Use a domain such as example.com, without a scheme, port or path.",
);

export const domainConfig = z.object({
  domain: domain.meta({
    title: "Domain",
    description: "Subdomains work too: shop.example.co.uk finds example.co.uk.",
    examples: ["example.com"],
  }),
  warnDays: listUpTo(10, wholeNumber(1, 365, "days"), "days")
    .min(1, "Enter at least one number of days.")
    .default([30, 14, 7, 1])
    .meta({
      title: "Warn days",
      description: "Days before expiry, one per line. The domain is degraded from the first of them.",
    }),
  nameServers: listUpTo(20, domain, "name servers")
    .optional()
    .meta({
      title: "Name servers",
      description: "One per line. Any other name server is degraded. Leave empty to accept any.",
      examples: ["ns1.example.com"],
    }),
  registrarLock: z.boolean("Use true or false.").default(false).meta({
    title: "Registrar lock required",
    description: "Degraded when the domain can be transferred.",
  }),
  rdapUrl: z
    .union([z.literal(""), webUrl], "Use an http or https address, such as https://rdap.example.com.")
    .default("")
    .meta({
      title: "RDAP server",
      description: "Leave empty to use the one that IANA lists for the registry.",
      format: "uri",
    }),
});
export type DomainConfig = z.output<typeof domainConfig>;
