import { plural } from "../../../src/lib/plural.ts";
import type { MirrorState } from "../../../src/schema/mirror.ts";

const states: Record<MirrorState, string> = {
  off: "Off",
  waiting: "Waiting",
  up_to_date: "Up to date",
  stale: "Out of date",
  failing: "Failing",
};

const stateHints: Record<MirrorState, string> = {
  off: "Nothing is uploaded.",
  waiting: "Waiting for the first push to finish.",
  up_to_date: "The last push succeeded.",
  stale: "No successful push for more than three intervals.",
  failing: "The last push failed. It's retried at every interval.",
};

export const text = {
  title: "Static copy",
  lead: "A copy of your status page in your own bucket, available even when Uptide is down.",
  state: {
    title: "Status",
    lead: "The current state of the copy.",
    success: "Last success",
    error: "Last error",
  },
  states,
  stateHints,
  removing: (files: number) => `${plural(files, "file")} left to delete from the bucket.`,
  never: "never",
  address: "URL of the copy",
  addressHint: "Opens if the bucket is publicly readable. Serve the copy from the root of a domain.",
  what: {
    title: "Copy",
    lead: "Turn the copy on and choose how often to update it.",
  },
  enabled: "Keep a static copy",
  enabledHint: "Turning it off deletes its files from the bucket. Not available for private pages.",
  every: "Update interval",
  everyChoices: { 60: "1 minute", 300: "5 minutes", 900: "15 minutes", custom: "Other" },
  seconds: "Seconds",
  secondsHint: "At least 60.",
  banner: "Show a banner on the copy",
  bannerHint:
    "Shows visitors that this is a copy and when it was made. A copy older than three intervals always shows a warning.",
  where: { title: "Bucket", lead: "Where to store the files." },
  provider: "Storage",
  bucket: "Bucket",
  region: "Region",
  regionHint: "For example eu-central-1. Use auto for R2.",
  endpoint: "Endpoint",
  endpointHint: "Defaults to the provider's endpoint. Private networks are allowed.",
  binding:
    "No key needed: this is the R2 bucket bound as MIRROR_BUCKET in wrangler.toml. Connect a custom domain to it in Cloudflare.",
  keys: { title: "Access key", lead: "Use a key that can only write to this bucket." },
  accessKeyId: "Access key ID",
  secretAccessKey: "Secret access key",
  secretHint: "Stored encrypted. Clear to remove it.",
  policy: {
    title: "Least permission",
    lead: "The permissions the key needs. Without s3:DeleteObject, old files stay in the bucket even after you turn the copy off. Without s3:GetObject, the snapshot is stored uncompressed.",
    label: "Key policy",
    note: "If your provider has no policies, create a key for this bucket only, with write and delete access.",
  },
  save: "Save",
  saved: "Static copy settings saved.",
  savedRemoving: (files: number) =>
    `Saved. Deleting the copy from the bucket: ${plural(files, "file")} left.`,
  check: {
    title: "Access",
    lead: "Check that Uptide can write to the bucket before you save.",
    action: "Check access",
    hint: "Writes the file .bsp-access-check to the bucket, then deletes it.",
    done: "Uptide can write to the bucket.",
    failed: "Uptide can't write to the bucket",
  },
  push: {
    title: "Pushes",
    lead: "Uploads to the bucket, newest first.",
    action: "Push now",
    hint: "Uploads everything that has changed.",
    unsaved: "Save your changes first.",
    off: "Turn the copy on and save first.",
    done: "The copy is up to date.",
    failed: "Push failed",
    caption: "Recent pushes",
    none: "No pushes yet.",
    columns: { at: "Started", outcome: "Result", files: "Files", size: "Size", took: "Duration" },
    ok: "Done",
    notOk: "Failed",
    took: (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`),
    size: (bytes: number) =>
      bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`,
  },
  failover: {
    title: "Failover",
    lead: "Uptide can't redirect visitors while it's down. Use your proxy, CDN or DNS for that.",
    check: "Set up a health check on this URL, and send visitors to the copy when it doesn't return 200:",
    health: "Health check",
    root: "Serve the bucket from the root of a domain over HTTPS, with index.html for folders and 404.html for missing files.",
    more: "See docs/static_copy.md for Cloudflare, Route 53 and nginx examples.",
  },
} as const;
