export const TRIAL = {
  path: ".bsp-access-check",
  contentType: "text/plain; charset=utf-8",
  cacheControl: "no-store",
} as const;

export const TRIAL_TEXT = "Write test by the status page's service. You can delete this file.\n";
