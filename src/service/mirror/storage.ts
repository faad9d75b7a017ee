import { exports } from "cloudflare:workers";
import { MIRROR } from "../../data/mirror.ts";
import { bucketAddress, regionOf } from "../../domain/mirror/provider.ts";
import { type Storage, StorageFault } from "../../domain/mirror/storage.ts";
import { settingOf } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import type { Problem } from "../../lib/errors.ts";
import { openBoundBucket } from "../../remote/bound_bucket.ts";
import { openS3 } from "../../remote/s3.ts";
import { httpsConfig } from "../../schema/https_config.ts";
import type { MirrorSettings } from "../../schema/mirror.ts";
import { openSecrets, type SecretKind } from "../record/sealing.ts";

/** Sealed under the setting's name. A kept secret signs for no other key, bucket or address. */
export const MIRROR_SECRETS: SecretKind = {
  findSecrets: ({ secretAccessKey }) => (secretAccessKey === "" ? [] : [["secretAccessKey"]]),
  destinationOf: ({ provider, endpoint, bucket, accessKeyId }) =>
    JSON.stringify([provider, endpoint, bucket, accessKeyId]),
};

export function findMissing(env: Env, settings: MirrorSettings): Problem[] {
  const { provider, bucket, accessKeyId, secretAccessKey } = settings;
  if (provider === "binding") {
    const message =
      "This Worker has no bucket bound as MIRROR_BUCKET: add it to wrangler.toml and deploy, or choose another provider.";
    return env.MIRROR_BUCKET ? [] : [{ path: "provider", message }];
  }
  const problems: Problem[] = [];
  if (bucket === "") problems.push({ path: "bucket", message: "Enter the bucket's name." });
  else if (bucketAddress(settings) === null)
    problems.push({ path: "endpoint", message: "Enter the endpoint: this provider has no common one." });
  if (accessKeyId === "") problems.push({ path: "accessKeyId", message: "Enter the access key ID." });
  if (secretAccessKey === "")
    problems.push({ path: "secretAccessKey", message: "Enter the secret access key." });
  return problems;
}

export async function openStorage(
  env: Env,
  settings: MirrorSettings,
  { pageId, timeoutMs }: { pageId: number; timeoutMs: number },
): Promise<Storage> {
  if (settings.provider === "binding") {
    if (env.MIRROR_BUCKET) return openBoundBucket(env.MIRROR_BUCKET);
    throw new StorageFault(
      "This Worker no longer has a bucket bound as MIRROR_BUCKET: choose another provider.",
    );
  }
  const [missing] = findMissing(env, settings);
  if (missing) throw new StorageFault(`The settings are incomplete. ${missing.message}`);
  const open = await openSecrets(env, MIRROR_SECRETS, {
    config: settings,
    name: settingOf(MIRROR, pageId),
  });
  const bucket = {
    address: bucketAddress(settings) ?? "",
    region: regionOf(settings),
    accessKeyId: settings.accessKeyId,
    secretAccessKey: String(open["secretAccessKey"]),
  };
  // Resolved at each call, and called as a global: `fetch` rejects another `this`.
  const wire = { fetch: ((input, init) => fetch(input, init)) as typeof fetch, now: () => Date.now() };
  return openS3(bucket, { ...wire, timeoutMs, explain: explainSilence });
}

const PROBE_TIMEOUT_MS = 8000;

/** The platform's error says little: an HTTP check tells DNS, TLS and refused connections apart. */
async function explainSilence(address: string): Promise<string> {
  const url = new URL(address).origin;
  const config = httpsConfig.parse({
    url,
    method: "HEAD",
    expectedStatus: "100-599",
    followRedirects: false,
  });
  const look = { type: "https", key: "", config, timeoutMs: PROBE_TIMEOUT_MS, shouldReadCertificate: false };
  try {
    const { status, message, isOwnFault } = await exports.Prober.check(look);
    if (status === "down" && !isOwnFault) return `The storage is unreachable: ${message}`;
  } catch {
    // The fallback below covers every reason.
  }
  return "The connection to the storage was lost before it responded. It will be retried.";
}
