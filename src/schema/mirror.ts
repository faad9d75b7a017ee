import { z } from "zod";
import { timestamp } from "./common.ts";
import { trimmedText, wholeNumber } from "./limits.ts";
import { secretText } from "./monitor_config.ts";
import { versioned, versionRead } from "./version.ts";

const PROVIDERS = ["aws", "r2", "b2", "wasabi", "digitalocean", "minio", "other", "binding"] as const;

const provider = z
  .enum(PROVIDERS)
  .meta({ description: "binding is the bucket that wrangler.toml binds as MIRROR_BUCKET; it needs no key." });
export type Provider = z.output<typeof provider>;

const bucket = z
  .string()
  .trim()
  .regex(
    /^$|^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    "A bucket's name has 3 to 63 letters, digits, dots and dashes, such as status-copy.",
  );

const region = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{0,40}$/i, "A region has letters, digits and dashes only, such as eu-central-1.")
  .meta({ description: "Empty for the provider's usual one; auto for R2." });

const endpoint = trimmedText(500)
  .refine(
    (text) => text === "" || isEndpoint(text),
    "Use an address without a user and a query, such as https://s3.example.com or http://10.0.0.5:9000.",
  )
  .transform((text) => text.replace(/\/+$/, ""))
  .meta({
    description:
      "Empty for the provider's own address. It may be in a private network; with the bucket in front of its name it is taken as it is, else the bucket comes first in the path.",
  });

const intervalSecs = wholeNumber(60, 86_400, "seconds");

const accessKeyId = trimmedText(200).regex(
  /^[\x21-\x7e]*$/,
  "An access key id has no spaces and no line breaks.",
);

const secretAccessKey = secretText
  .refine((text) => !/\p{Cc}/u.test(text), "Leave out line breaks and control characters.")
  .meta({ format: "password", description: "Stored sealed and answered as a mask. Empty, it is removed." });

const fields = {
  enabled: z.boolean(),
  provider,
  bucket,
  region,
  endpoint,
  intervalSecs,
  accessKeyId,
  banner: z.boolean().meta({ description: "Whether the copy says how old it is." }),
};

export const mirrorSettings = z.object({
  enabled: z.boolean().default(false),
  provider: provider.default("aws"),
  bucket: z.string().default(""),
  region: z.string().default(""),
  endpoint: z.string().default(""),
  intervalSecs: intervalSecs.default(300),
  accessKeyId: z.string().default(""),
  secretAccessKey: z.string().default(""),
  banner: z.boolean().default(true),
});
export type MirrorSettings = z.output<typeof mirrorSettings>;

const change = z.object({ ...fields, secretAccessKey }).partial();

export const mirrorChange = change.extend(versionRead);
export type MirrorChange = z.output<typeof mirrorChange>;

export const mirrorCheck = change;
export type MirrorCheck = z.output<typeof mirrorCheck>;

const mirrorState = z.enum(["off", "waiting", "up_to_date", "stale", "failing"]);
export type MirrorState = z.output<typeof mirrorState>;

const mirrorPush = z.object({
  at: timestamp.meta({ description: "When it began, in milliseconds since the epoch." }),
  ok: z.boolean(),
  uploaded: z.int().meta({ description: "Files." }),
  bytes: z.int(),
  ms: z.int(),
  error: z.string().nullable(),
});
export type MirrorPush = z.output<typeof mirrorPush>;

export const mirrorStatus = z.object({
  state: mirrorState.meta({
    description:
      "waiting: switched on, the first push is not finished. failing: the last push failed. stale: the last success is older than three intervals.",
  }),
  lastSuccessAt: timestamp.nullable(),
  lastError: z.string().nullable(),
  filesLeft: z.int().meta({
    description:
      "Files that are still to be removed from the bucket since the mirror was switched off. It is tried again until there are none.",
  }),
});
export type MirrorStatus = z.output<typeof mirrorStatus>;

export const mirrorAnswer = z
  .object({
    ...fields,
    secretAccessKey: z.string(),
    ...versioned,
    status: mirrorStatus,
    pushes: z.array(mirrorPush).meta({ description: "The last 20, oldest first." }),
  })
  .meta({ id: "StaticMirror" });
export type MirrorAnswer = z.output<typeof mirrorAnswer>;

export const mirrorTried = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type MirrorTried = z.output<typeof mirrorTried>;

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
