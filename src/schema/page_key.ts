import { z } from "zod";
import { KEY_PATTERN } from "./common.ts";
import { listUpTo } from "./limits.ts";

export const MOST_PAGES = 50;

export const pageKey = z
  .string()
  .regex(KEY_PATTERN, "Use a to z, 0 to 9, - and _, beginning with a letter or digit.");

export const pageKeys = listUpTo(MOST_PAGES, pageKey, "pages").transform((keys) => [...new Set(keys)]);
