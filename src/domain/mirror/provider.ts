import type { Provider } from "../../schema/mirror.ts";

interface Preset {
  label: string;
  region: string;
  hostOf: ((region: string) => string) | null;
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
 * Virtual-hosted where the provider or the typed endpoint says so; path-style otherwise, and for names with a
 * dot, which the provider's certificate would not cover.
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

export function placeOf(place: Place): string {
  return place.provider === "binding" ? "binding" : (bucketAddress(place) ?? "");
}

/** Percent-encodes each path segment as SigV4 requires. */
export function fileAddress(bucket: string, path: string): string {
  const encode = (part: string) =>
    encodeURIComponent(part).replaceAll(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return `${bucket}/${path.split("/").map(encode).join("/")}`;
}
