import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { coverPlaceholders, isJsonTemplate } from "../lib/template.ts";
import { webUrl } from "./monitor_config.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH"] as const;

/** Placeholders are filled, but can't choose who receives the request. */
export const filledUrl = webUrl
  .refine(
    (text) => receiverWith(text, "a") === receiverWith(text, "b"),
    "Placeholders are allowed only after the host: in the path, the query or the fragment.",
  )
  .meta({
    title: "URL",
    format: "uri",
    description: "Supports placeholders after the host.",
    examples: ["https://example.com/webhook"],
  });

function receiverWith(text: string, standIn: string): string {
  const url = URL.parse(coverPlaceholders(text, standIn));
  return [url?.origin, url?.username, url?.password].join(" ");
}

export const filledMethod = z
  .enum(METHODS, `Use ${joinOr(METHODS)}.`)
  .default("POST")
  .meta({ title: "Method" });

export const filledBody = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())], "Enter JSON.")
  .transform((body) => (typeof body === "string" ? body : JSON.stringify(body, null, 2)))
  .refine((text) => text.length <= 100_000, "Use at most 100,000 characters.")
  .refine(
    (text) => text.trim() === "" || isJsonTemplate(text),
    'The body must be JSON, with each placeholder inside text ("{{status}}") or as a whole value ({{affected_count}}).',
  )
  .default("")
  .meta({
    title: "Body",
    contentMediaType: "application/json",
    description:
      "JSON. Placeholders are filled in and escaped. A placeholder that is a whole value becomes a number or a string.",
  });
