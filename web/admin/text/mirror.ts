import type { MirrorState } from "../../../src/schema/mirror.ts";

const states: Record<MirrorState, string> = {
  off: "Off",
  waiting: "Waiting",
  up_to_date: "Up to date",
  stale: "Out of date",
  failing: "Failing",
};

const stateHints: Record<MirrorState, string> = {
  off: "Nothing is pushed.",
  waiting: "The first push is not finished.",
  up_to_date: "The last push succeeded.",
  stale: "The last success is older than three intervals.",
  failing: "The last push failed. It is tried again at each interval.",
};

export const text = {
  title: "Static copy",
  lead: "A copy of the status page in your own bucket, which works while everything here is down.",
  state: {
    title: "State",
    lead: "Whether the copy is up to date.",
    success: "Last success",
    error: "Last error",
  },
  states,
  stateHints,
  removing: (files: number) => `${files === 1 ? "1 file" : `${files} files`} left to remove from the bucket.`,
  never: "never",
  address: "Address of the copy",
  addressHint:
    "It opens where anybody may read the bucket. The copy itself has to stand at the root of an address.",
  what: {
    title: "Copy",
    lead: "Whether there is one, how often it is updated, and what it says about itself.",
  },
  enabled: "Keep a static copy",
  enabledHint:
    "Switched off, its files are removed from the bucket. A private page is never copied: only one of the two can be switched on.",
  every: "How often",
  everyChoices: { 60: "1 minute", 300: "5 minutes", 900: "15 minutes", custom: "Other" },
  seconds: "Seconds",
  secondsHint: "At least 60.",
  banner: "Say that it is a copy",
  bannerHint: "With the time it was made. A copy older than three intervals says so in any case.",
  where: { title: "Bucket", lead: "Where the files go." },
  provider: "Storage",
  bucket: "Bucket",
  region: "Region",
  regionHint: "As the provider names it, such as eu-central-1. R2 has auto.",
  endpoint: "Endpoint",
  endpointHint: "It may be in a private network. Empty: the provider's own.",
  binding:
    "No key is needed: it is the R2 bucket that wrangler.toml binds as MIRROR_BUCKET. Give it a domain of its own in Cloudflare.",
  keys: { title: "Access key", lead: "One that may write to this bucket and nothing else." },
  accessKeyId: "Access key ID",
  secretAccessKey: "Secret access key",
  secretHint: "Kept encrypted. Saved empty, it is removed.",
  policy: {
    title: "Least permission",
    lead: "All that the key has to be allowed. Without s3:DeleteObject, files that are no longer needed stay, also after the copy is switched off; without s3:GetObject, the snapshot is stored uncompressed.",
    label: "Policy of the key",
    note: "Where a provider has no such policies: a key for this bucket alone that may write, and delete if files are to go.",
  },
  save: "Save",
  saved: "The settings of the static copy are saved.",
  savedRemoving: (files: number) =>
    `Saved. The copy is being removed from the bucket: ${files === 1 ? "1 file" : `${files} files`} left.`,
  check: {
    title: "Access",
    lead: "Check that files can be written there before you save.",
    action: "Check access",
    hint: "Writes the file .bsp-access-check into the bucket and deletes it where it may.",
    done: "Files can be written to the bucket.",
    failed: "No files can be written to the bucket",
  },
  push: {
    title: "Pushes",
    lead: "What was written to the bucket, newest first.",
    action: "Push now",
    hint: "Writes everything that has changed into the bucket.",
    unsaved: "Save first: the saved settings are pushed.",
    off: "Switch the copy on and save first.",
    done: "The copy is up to date.",
    failed: "The copy could not be pushed",
    caption: "The last pushes",
    none: "Nothing was pushed yet.",
    columns: { at: "Started", outcome: "Result", files: "Files", size: "Size", took: "Duration" },
    ok: "Done",
    notOk: "Failed",
    took: (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`),
    size: (bytes: number) =>
      bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`,
  },
  failover: {
    title: "When to show it",
    lead: "Uptide does not switch visitors over: that has to be done by something that still works when Uptide is down.",
    check:
      "Let your proxy, CDN or DNS request this address, and send visitors to the copy while it does not answer 200:",
    health: "Health check",
    root: "Serve the bucket from the root of an address over HTTPS, with index.html for folders and 404.html for what is not there.",
    more: "docs/static_copy.md has an example each for Cloudflare, Route 53 and nginx.",
  },
} as const;
