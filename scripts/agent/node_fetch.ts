import { type IncomingMessage, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { toFetchError } from "./platform_error.ts";
import { UpgradedSocket } from "./upgraded_socket.ts";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Opens one connection per request and follows no redirect, as a check needs it. */
export const fetchNode: typeof fetch = async (input, init = {}) => {
  const url = new URL(String(input));
  const headers = new Headers(init.headers);
  if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "gzip, br");
  if (!headers.has("Accept")) headers.set("Accept", "*/*");
  const { method = "GET", signal } = init;
  const body = await bytesOf(init.body);
  if (headers.get("Upgrade")?.toLowerCase() === "websocket") prepareUpgrade(headers);
  if (body && !headers.has("Content-Length")) headers.set("Content-Length", String(body.length));
  return await new Promise<Response>((resolve, reject) => {
    const send = url.protocol === "https:" ? requestTls : requestPlain;
    const request = send(url.protocol === "unix:" ? "http://localhost" : url.href, {
      ...socketOf(url),
      method,
      headers: Object.fromEntries(headers),
      agent: false,
      ...(signal && { signal }),
    });
    request.on("response", (message) => {
      message.on("error", () => undefined);
      resolve(toResponse(message, method));
    });
    request.on("upgrade", (message, stream, head) => {
      const response = toResponse(message, "HEAD");
      const webSocket = new UpgradedSocket(stream, head);
      resolve(Object.defineProperties(response, { webSocket: { value: webSocket }, status: { value: 101 } }));
    });
    request.on("error", (error) => reject(signal?.aborted ? signal.reason : errorOf(error, url)));
    request.end(body);
  });
};

/** `unix:///var/run/docker.sock?path=/info` asks for a path over a socket of this machine. */
function socketOf({ protocol, pathname, searchParams }: URL): RequestOptions {
  if (protocol !== "unix:") return {};
  return { socketPath: decodeURIComponent(pathname), path: searchParams.get("path") ?? "/" };
}

function errorOf(error: Error, { protocol }: URL): Error {
  return protocol === "unix:" ? error : toFetchError(error);
}

function prepareUpgrade(headers: Headers): void {
  headers.set("Connection", "Upgrade");
  headers.set("Sec-WebSocket-Version", "13");
  headers.set("Sec-WebSocket-Key", btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))));
}

async function bytesOf(body: unknown): Promise<Buffer | undefined> {
  if (body === null || body === undefined) return undefined;
  return Buffer.from(await new Response(body as BodyInit).arrayBuffer());
}

function toResponse(message: IncomingMessage, method: string): Response {
  const { statusCode = 0, statusMessage = "", rawHeaders } = message;
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    try {
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    } catch {
      // Not a header that a check could ask for.
    }
  }
  const hasBody = method !== "HEAD" && !WITHOUT_BODY.has(statusCode);
  if (!hasBody) message.resume();
  const isKnown = statusCode >= 200 && statusCode <= 599;
  const response = new Response(hasBody ? bodyOf(message) : null, {
    status: isKnown ? statusCode : 200,
    headers,
  });
  return Object.defineProperties(response, {
    statusText: { value: statusMessage },
    ...(!isKnown && { status: { value: statusCode } }),
  });
}

function bodyOf(message: IncomingMessage): ReadableStream {
  const decode = DECODERS[message.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  if (!decode) return toWeb(message);
  message.on("error", (error) => decode.destroy(error));
  return toWeb(message.pipe(decode));
}

/** Node and Workers type the same stream differently. */
function toWeb(stream: Readable): ReadableStream {
  return Readable.toWeb(stream) as unknown as ReadableStream;
}
