import { z } from "zod";
import { timestamp } from "./common.ts";
import { trimmedText, wholeNumber } from "./limits.ts";
import { secretText } from "./monitor_config.ts";
import { versioned, versionRead } from "./version.ts";

const PROVIDERS = ["aws", "r2", "b2", "wasabi", "digitalocean", "minio", "other", "binding"] as const;

const provider = z
  .enum(PROVIDERS)
  .meta({ description: "`binding` is the bucket bound as MIRROR_BUCKET in wrangler.toml; it needs no key." });
export type Provider = z.output<typeof provider>;

const bucket = z
  .string()
  .trim()
  .regex(
    /^$|^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    "Use 3 to 63 letters, digits, dots and dashes, such as status-copy.",
  );

const region = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{0,40}$/, "Use only letters, digits and dashes, such as eu-central-1.")
  .meta({ description: "Leave empty for the provider's default. Use auto for R2." });

const endpoint = trimmedText(500)
  .refine(
    (text) => text === "" || isEndpoint(text),
    "Use an address without a user and a query, such as https://s3.example.com or http://10.0.0.5:9000.",
  )
  .transform((text) => text.replace(/\/+$/, ""))
  .meta({
    description:
      "Leave empty for the provider's default. Private networks are allowed. If the hostname starts with the bucket's name, it is used as is; otherwise the bucket is added to the path.",
  });

const intervalSecs = wholeNumber(60, 86_400, "seconds");

const accessKeyId = trimmedText(200).regex(
  /^[\x21-\x7e]*$/,
  "Remove spaces and line breaks from the access key ID.",
);

const secretAccessKey = secretText
  .refine((text) => !/\p{Cc}/u.test(text), "Leave out line breaks and control characters.")
  .meta({
    format: "password",
    description: "Stored encrypted and masked in responses. Send an empty value to remove it.",
  });

const fields = {
  enabled: z.boolean(),
  provider,
  bucket,
  region,
  endpoint,
  intervalSecs,
  accessKeyId,
  banner: z.boolean().meta({ description: "Whether the copy shows how old it is." }),
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
  at: timestamp.meta({ description: "When it started, in milliseconds since the epoch." }),
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
      "`waiting`: the first push isn't finished. `failing`: the last push failed. `stale`: the last successful push is older than three intervals.",
  }),
  lastSuccessAt: timestamp.nullable(),
  lastError: z.string().nullable(),
  filesLeft: z.int().meta({
    description:
      "Files left to delete from the bucket after the mirror was turned off. Deletion is retried until none are left.",
  }),
});
export type MirrorStatus = z.output<typeof mirrorStatus>;

export const mirrorResponse = z
  .object({
    ...fields,
    secretAccessKey: z.string(),
    ...versioned,
    status: mirrorStatus,
    pushes: z.array(mirrorPush).meta({ description: "The last 20, oldest first." }),
  })
  .meta({ id: "StaticMirror" });
export type MirrorResponse = z.output<typeof mirrorResponse>;

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
