import { formatTime } from "../lib/zoned_time.ts";

interface S3Refusal {
  status: number;
  headers: Headers;
  text: string;
}

interface S3Question {
  method: "PUT" | "GET" | "DELETE";
  region: string;
  now: number;
  secrets: readonly string[];
}

type Advice = (refusal: S3Refusal, asked: S3Question) => string;

const ADVICE: Readonly<Record<string, Advice>> = {
  AccessDenied: (_refusal, { method }) =>
    `the key lacks permission: grant it ${method === "DELETE" ? "s3:DeleteObject" : "s3:PutObject"} on every file of the bucket.`,
  AllAccessDisabled: () => "the provider disabled the bucket: ask them why.",
  InvalidAccessKeyId: () => "unknown access key ID: check it and the provider.",
  SignatureDoesNotMatch: () =>
    "the signature doesn't match: enter the secret access key again, and check the region and endpoint.",
  RequestTimeTooSkewed: adviseClock,
  ExpiredToken: () => "the key has expired: create another.",
  NoSuchBucket: () => "no such bucket: check its name, the region and the endpoint.",
  InvalidBucketName: () => "invalid bucket name: check its spelling.",
  AuthorizationHeaderMalformed: adviseRegion,
  AuthorizationQueryParametersError: adviseRegion,
  PermanentRedirect: adviseRegion,
  TemporaryRedirect: adviseRegion,
  IllegalLocationConstraintException: adviseRegion,
  SlowDown: adviseRetry,
  ServiceUnavailable: adviseRetry,
  InternalError: adviseRetry,
  QuotaExceeded: adviseSpace,
  StorageQuotaExceeded: adviseSpace,
  XMinioStorageFull: adviseSpace,
  EntityTooLarge: () => "a file is larger than the storage allows.",
  MethodNotAllowed: () => "this isn't S3 storage, or it doesn't accept uploads: check the endpoint.",
  NotImplemented: () => "the storage doesn't support this request: check the endpoint.",
  InsecureConnection: () => "the storage requires https: use it in the endpoint.",
};

/** HTTP status, error code and advice; other parts of the response may contain keys. */
export function explainRefusal(refusal: S3Refusal, asked: S3Question): string {
  const { status } = refusal;
  const code = findCode(refusal, asked.secrets);
  const advice = (code && ADVICE[code]) || adviseByStatus(refusal);
  return `The storage returned ${status}${code ? ` ${code}` : ""}: ${advice(refusal, asked)}`;
}

function adviseByStatus({ status, headers, text }: S3Refusal): Advice {
  if (findRegion(headers, text) !== null || status === 301 || status === 307) return adviseRegion;
  if (status >= 300 && status < 400) return () => "it redirects: enter the final address as the endpoint.";
  if (status === 401 || status === 403) return ADVICE["AccessDenied"]!;
  if (status === 404) return () => "no such bucket, or no S3 storage at this address: check both.";
  if (status === 405) return ADVICE["MethodNotAllowed"]!;
  if (status === 413) return ADVICE["EntityTooLarge"]!;
  if (status === 507) return adviseSpace;
  if (status === 429 || status >= 500) return EDGE[status] ?? adviseRetry;
  return () => "it rejected the request: check the endpoint, the region and the bucket.";
}

/** Cloudflare's statuses for an origin that it could not reach. */
const EDGE: Readonly<Record<number, Advice>> = {
  520: () => "it is unreachable or doesn't speak HTTP: check the endpoint.",
  521: () => "it refused the connection: check the endpoint and its port.",
  522: () => "the connection timed out: check that the endpoint is right and reachable from the internet.",
  523: () => "there is no route to it: check the endpoint and its DNS records.",
  524: () => "it accepted the request but didn't respond in time.",
  525: () => "the TLS handshake failed: check that the endpoint speaks https on this port.",
  526: () => "its TLS certificate is not valid: expired, for another name, or not trusted.",
  530: () => "it is unreachable: check the endpoint and its DNS records.",
};

function adviseRegion({ headers, text }: S3Refusal, { region }: S3Question): string {
  const right = findRegion(headers, text);
  if (right === null || right === region)
    return "the bucket is in another region, or at another address: check the region and the endpoint.";
  return `the bucket is in the region ${right}: set that region, and its endpoint or none.`;
}

function adviseClock({ headers }: S3Refusal, { now }: S3Question): string {
  const theirs = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(theirs)) return "the clocks differ too much: correct the wrong one.";
  const minutes = Math.round(Math.abs(theirs - now) / 60_000);
  const words = `the clocks differ by ${minutes} minutes (${formatTime(now)} here, ${formatTime(theirs)} there)`;
  return `${words}: correct the wrong one.`;
}

function adviseRetry(): string {
  return "the storage is failing or busy. It will be retried.";
}

function adviseSpace(): string {
  return "the storage is full: raise its limit or delete files.";
}

/** Any other 404 may come from a proxy in front of the storage. */
export function isGone(refusal: S3Refusal): boolean {
  return refusal.status === 404 && /^NoSuch(Key|Bucket)$/.test(findCode(refusal, []) ?? "");
}

function findCode({ text }: S3Refusal, secrets: readonly string[]): string | null {
  const code = /<Code>\s*([A-Za-z][A-Za-z0-9.]{1,59})\s*<\/Code>/.exec(text)?.[1] ?? null;
  return code !== null && secrets.some((secret) => secret !== "" && code.includes(secret)) ? null : code;
}

function findRegion(headers: Headers, text: string): string | null {
  const named =
    headers.get("x-amz-bucket-region") ?? /<Region>\s*([^<]+?)\s*<\/Region>/.exec(text)?.[1] ?? "";
  return /^[a-z]{2,}(-[a-z]+)+-\d{1,3}$|^auto$|^[a-z]{3}\d$/.test(named) ? named : null;
}
