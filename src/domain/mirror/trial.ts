export const TRIAL = {
  path: ".bsp-access-check",
  contentType: "text/plain; charset=utf-8",
  cacheControl: "no-store",
} as const;

export const TRIAL_TEXT =
  "The status page's service tries here whether it may write. This file can be deleted.\n";
