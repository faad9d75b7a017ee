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
    `the key may not do this: give it the permission ${method === "DELETE" ? "s3:DeleteObject" : "s3:PutObject"} on every file of the bucket.`,
  AllAccessDisabled: () => "the bucket was disabled by the provider: ask them why.",
  InvalidAccessKeyId: () =>
    "the storage does not know this access key id: check it, and that it is of this provider.",
  SignatureDoesNotMatch: () =>
    "the signature is not as the storage makes it: type the secret access key again, and check the region and the endpoint.",
  RequestTimeTooSkewed: adviseClock,
  ExpiredToken: () => "the key has expired: make another.",
  NoSuchBucket: () => "there is no such bucket: check its name, the region and the endpoint.",
  InvalidBucketName: () => "the storage takes no bucket of this name: check how it is written.",
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
  EntityTooLarge: () => "a file is larger than the storage takes.",
  MethodNotAllowed: () =>
    "what answers there is no S3 storage, or does not let files be put: check the endpoint.",
  NotImplemented: () => "the storage does not know what was asked of it: check the endpoint.",
  InsecureConnection: () => "the storage wants https: write it in the endpoint.",
};

/** HTTP status, error code and advice; other parts of the response may contain keys. */
export function explainRefusal(refusal: S3Refusal, asked: S3Question): string {
  const { status } = refusal;
  const code = findCode(refusal, asked.secrets);
  const advice = (code && ADVICE[code]) || adviseByStatus(refusal);
  return `The storage answered ${status}${code ? ` ${code}` : ""}: ${advice(refusal, asked)}`;
}

function adviseByStatus({ status, headers, text }: S3Refusal): Advice {
  if (findRegion(headers, text) !== null || status === 301 || status === 307) return adviseRegion;
  if (status >= 300 && status < 400)
    return () =>
      "it sends elsewhere, and redirects are not followed: enter the final address as the endpoint.";
  if (status === 401 || status === 403) return ADVICE["AccessDenied"]!;
  if (status === 404) return () => "there is no such bucket, or no S3 storage at this address: check both.";
  if (status === 405) return ADVICE["MethodNotAllowed"]!;
  if (status === 413) return ADVICE["EntityTooLarge"]!;
  if (status === 507) return adviseSpace;
  if (status === 429 || status >= 500) return EDGE[status] ?? adviseRetry;
  return () => "it did not take the request: check the endpoint, the region and the bucket.";
}

/** Cloudflare's statuses for an origin that it could not reach. */
const EDGE: Readonly<Record<number, Advice>> = {
  520: () => "it could not be reached, or what answers there is not HTTP: check the endpoint.",
  521: () => "it refused the connection: check the endpoint and its port.",
  522: () => "the connection timed out: check the endpoint, and that it can be reached from the internet.",
  523: () => "there is no route to it: check the endpoint and its DNS records.",
  524: () => "it took the request and did not answer in time.",
  525: () => "the TLS handshake failed: check that the endpoint speaks https on this port.",
  526: () => "its TLS certificate is not valid: expired, for another name, or not trusted.",
  530: () => "it could not be reached: check the endpoint and its DNS records.",
};

function adviseRegion({ headers, text }: S3Refusal, { region }: S3Question): string {
  const right = findRegion(headers, text);
  if (right === null || right === region)
    return "the bucket is in another region, or at another address: check the region and the endpoint.";
  return `the bucket is in the region ${right}: set that as the region, and an endpoint of that region or none.`;
}

function adviseClock({ headers }: S3Refusal, { now }: S3Question): string {
  const theirs = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(theirs))
    return "the clocks here and there differ too much: correct the one that is wrong.";
  const minutes = Math.round(Math.abs(theirs - now) / 60_000);
  const words = `it is ${clock(now)} here and ${clock(theirs)} there, ${minutes} minutes apart`;
  return `${words}: correct the clock that is wrong.`;
}

function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function adviseRetry(): string {
  return "the storage has trouble of its own or is busy; it is tried again.";
}

function adviseSpace(): string {
  return "there is no room left: raise the storage's limit, or delete something.";
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
  const told = headers.get("x-amz-bucket-region") ?? /<Region>\s*([^<]+?)\s*<\/Region>/.exec(text)?.[1] ?? "";
  return /^[a-z]{2,}(-[a-z]+)+-\d{1,3}$|^auto$|^[a-z]{3}\d$/.test(told) ? told : null;
}
