import type { Env } from "../env.ts";

/** What the page is called. */
export async function siteName(_env: Env): Promise<string> {
  return "Status Page";
}
