import type { Provider } from "../../schema/mirror.ts";

interface Preset {
  label: string;
  /** What the panel offers; the region where it is left empty. */
  region: string;
  /** The host of a region; null where everybody has an address of their own, which has to be typed. */
  hostOf: ((region: string) => string) | null;
  /** What an endpoint of this kind looks like. */
  example: string;
}

export const PRESETS: Readonly<Record<Provider, Preset>> = {
  aws: {
    label: "Amazon S3",
    region: "us-east-1",
    hostOf: (region) => `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`,
    example: "https://s3.us-east-1.amazonaws.com",
  },
  r2: {
    label: "Cloudflare R2",
    region: "auto",
    hostOf: null,
    example: "https://ACCOUNT_ID.r2.cloudflarestorage.com",
  },
  b2: {
    label: "Backblaze B2",
    region: "us-west-004",
    hostOf: (region) => `s3.${region}.backblazeb2.com`,
    example: "https://s3.us-west-004.backblazeb2.com",
  },
  wasabi: {
    label: "Wasabi",
    region: "us-east-1",
    hostOf: (region) => `s3.${region}.wasabisys.com`,
    example: "https://s3.us-east-1.wasabisys.com",
  },
  digitalocean: {
    label: "DigitalOcean Spaces",
    region: "nyc3",
    hostOf: (region) => `${region}.digitaloceanspaces.com`,
    example: "https://nyc3.digitaloceanspaces.com",
  },
  minio: { label: "MinIO", region: "us-east-1", hostOf: null, example: "http://10.0.0.5:9000" },
  other: { label: "Other S3 storage", region: "us-east-1", hostOf: null, example: "https://s3.example.com" },
  binding: { label: "R2 bucket of this Worker", region: "", hostOf: null, example: "" },
};

interface Place {
  provider: Provider;
  bucket: string;
  region: string;
  endpoint: string;
}

/** What requests are signed for. A typed endpoint of a known provider has it in its name. */
export function regionOf({
  provider,
  region,
  endpoint,
}: Pick<Place, "provider" | "region" | "endpoint">): string {
  return region || regionInHost(URL.parse(endpoint)?.hostname ?? "") || PRESETS[provider].region;
}

function regionInHost(host: string): string | null {
  if (host.endsWith(".r2.cloudflarestorage.com")) return "auto";
  const found =
    /(?:^|\.)s3[.-]([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|backblazeb2\.com|wasabisys\.com)$/.exec(host) ??
    /(?:^|\.)([a-z0-9]+)\.digitaloceanspaces\.com$/.exec(host);
  return found?.[1] ?? null;
}

/**
 * Where the bucket's files are, without a slash at the end; null while it can't be told. The bucket is a part of the
 * host where the provider says so, or the typed endpoint begins with it; else it stands first in the path, also where
 * a dot in its name would leave the provider's certificate.
 */
export function bucketAddress(place: Place): string | null {
  const { provider, bucket, endpoint } = place;
  const host = PRESETS[provider].hostOf?.(regionOf(place));
  if (bucket === "" || (endpoint === "" && !host)) return null;
  if (endpoint === "")
    return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  const url = URL.parse(endpoint);
  if (!url) return null;
  const root = `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  return url.hostname.startsWith(`${bucket}.`) ? root : `${root}/${bucket}`;
}

/** Identifies the bucket: other keys or intervals don't move the files. */
export function placeOf(place: Place): string {
  return place.provider === "binding" ? "binding" : (bucketAddress(place) ?? "");
}

/** Each part of the path percent-encoded as signatures want it. */
export function fileAddress(bucket: string, path: string): string {
  const encode = (part: string) =>
    encodeURIComponent(part).replaceAll(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return `${bucket}/${path.split("/").map(encode).join("/")}`;
}
