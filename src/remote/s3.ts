import { AwsV4Signer } from "aws4fetch";
import { fileAddress } from "../domain/mirror/provider.ts";
import { type Storage, StorageFault } from "../domain/mirror/storage.ts";
import { TRIAL, TRIAL_TEXT } from "../domain/mirror/trial.ts";
import { sha256HexOf } from "../lib/bytes.ts";
import { gzip } from "../lib/gzip.ts";
import { readBounded } from "../lib/wire/reader.ts";
import { explainRefusal, isGone } from "./s3_fault.ts";

const MOST_READ = 64 * 1024;
const EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface S3Bucket {
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface S3Wire {
  fetch: typeof fetch;
  now: () => number;
  timeoutMs: number;
  explain: (address: string, error: unknown) => Promise<string>;
}

interface S3Request {
  method: "PUT" | "GET" | "DELETE";
  path: string;
  hash: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/** The body is part of the signature, so it can't be altered in transit even without TLS. */
export function openS3(bucket: S3Bucket, wire: S3Wire): Storage {
  const keys = new Map<string, ArrayBuffer>();

  async function send({ method, path, hash, headers = {}, body, signal }: S3Request) {
    const url = fileAddress(bucket.address, path);
    const now = wire.now();
    const signedHeaders = { ...headers, "X-Amz-Content-Sha256": hash };
    const signed = await signRequest(bucket, { method, url, headers: signedHeaders, now, keys });
    const timeout = AbortSignal.timeout(wire.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    const init = { method, headers: signed.headers, redirect: "manual", cache: "no-store" } as const;
    try {
      const response = await wire.fetch(url, { ...init, body: (body as BodyInit) ?? null, signal: either });
      return { response, now, either };
    } catch (error) {
      if (signal.aborted) throw new StorageFault(describeAbort(signal), { cause: error });
      if (timeout.aborted) throw new StorageFault(timeoutMessage(wire.timeoutMs), { cause: error });
      throw new StorageFault(await wire.explain(bucket.address, error), { cause: error });
    }
  }

  /** Throws unless the response is a 2xx, or a delete finds nothing to delete. */
  async function ask(request: S3Request): Promise<Uint8Array> {
    const { response, now, either } = await send(request);
    let bytes: Uint8Array;
    try {
      ({ bytes } = await readBounded(response, { maxBytes: MOST_READ, signal: either }));
    } catch (error) {
      // A cut-off body is fine: the status decides, and a put needs nothing else.
      if (either.aborted) throw new StorageFault(timeoutMessage(wire.timeoutMs), { cause: error });
      bytes = new Uint8Array();
    }
    const { status, headers } = response;
    const refusal = { status, headers, text: new TextDecoder().decode(bytes) };
    const { method } = request;
    if (response.ok || (method === "DELETE" && isGone(refusal))) return bytes;
    const { region, accessKeyId, secretAccessKey } = bucket;
    const asked = { method, region, now, secrets: [accessKeyId, secretAccessKey] };
    throw new StorageFault(explainRefusal(refusal, asked));
  }

  const put: Storage["put"] = async (file, signal) => {
    const { path, body, hash, contentType, cacheControl, contentEncoding } = file;
    const headers = {
      "Content-Type": contentType,
      "Cache-Control": cacheControl,
      ...(contentEncoding && { "Content-Encoding": contentEncoding }),
    };
    await ask({ method: "PUT", path, hash, headers, body, signal });
  };

  const remove: Storage["remove"] = async (path, signal) => {
    await ask({ method: "DELETE", path, hash: EMPTY_HASH, signal });
  };

  return {
    put,
    remove,
    async keepsEncoding(signal) {
      try {
        const body = await gzip(TRIAL_TEXT);
        await put({ ...TRIAL, body, hash: await sha256HexOf(body), contentEncoding: "gzip" }, signal);
        const read = await ask({ method: "GET", path: TRIAL.path, hash: EMPTY_HASH, signal });
        return new TextDecoder().decode(read) === TRIAL_TEXT;
      } catch {
        return false;
      } finally {
        // Without permission to delete, the recognisable trial file stays.
        await remove(TRIAL.path, new AbortController().signal).catch(() => undefined);
      }
    },
  };
}

interface UnsignedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  now: number;
  keys: Map<string, ArrayBuffer>;
}

async function signRequest(
  { region, accessKeyId, secretAccessKey }: S3Bucket,
  { now, keys, ...request }: UnsignedRequest,
): Promise<{ headers: Headers }> {
  const datetime = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const credentials = { region, accessKeyId, secretAccessKey, service: "s3" };
  return await new AwsV4Signer({ ...request, ...credentials, cache: keys, datetime }).sign();
}

function describeAbort({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : "The push was stopped.";
}

function timeoutMessage(timeoutMs: number): string {
  return `The storage didn't respond within ${timeoutMs / 1000} seconds: check that the endpoint is right and reachable.`;
}
