import type { z } from "zod";
import type { errorBody } from "../../src/schema/common.ts";
import { fetchEarly } from "./early.ts";
import { isFromUptide } from "./health.ts";
import { sayProblem } from "./served.ts";
import { text } from "./text.ts";

type ErrorBody = z.output<typeof errorBody>;
export type Problem = NonNullable<ErrorBody["problems"]>[number];

const LONGEST_READ_MS = 30_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface RequestOptions {
  body?: unknown;
  bodyType?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  signal?: AbortSignal;
  /** Needs no session: a 401 is a normal response, not the end of one. */
  isGuest?: boolean;
}

/** Status 0 means there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly needsReauth: boolean;
  readonly conflict: { changedBy: string; changedAt: number } | null;

  constructor(status: number, body: ErrorBody, cause?: unknown) {
    super(sayProblem(body.error), { cause });
    this.name = "ApiError";
    this.status = status;
    this.problems = (body.problems ?? []).map((one) => ({ ...one, message: sayProblem(one.message) }));
    this.needsReauth = body["reauth"] === true;
    const { changedBy, changedAt } = body;
    const isConflict = status === 409 && typeof changedBy === "string" && typeof changedAt === "number";
    this.conflict = isConflict ? { changedBy, changedAt } : null;
  }
}

export interface SessionMark {
  userId: number | null;
}

interface SessionKeeper {
  current: () => SessionMark;
  /** A request of this session was refused. Resolves to whether the user is signed in again and it can be retried. */
  ended: (asked: SessionMark) => Promise<boolean>;
}

const nobody: SessionMark = { userId: null };
let keeper: SessionKeeper = { current: () => nobody, ended: async () => false };

export function keepSession(wanted: SessionKeeper): void {
  keeper = wanted;
}

let notifyMissing: () => void = () => {};

export function onTwoFactorMissing(listener: () => void): void {
  notifyMissing = listener;
}

async function findFault(response: Response): Promise<string | null> {
  const fault = response.headers.get("Uptide-Fault");
  if (fault || response.status !== 503) return fault;
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<ErrorBody>;
  return body["fault"] && body.error ? body.error : null;
}

let notifyResponse: (hasResponse: boolean, fault: string | null) => void = () => {};

export function onResponse(listener: typeof notifyResponse): void {
  notifyResponse = listener;
}

export async function request<T = void>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const response = await fetchSuccess(method, path, options);
  return (response.status === 204 ? undefined : await readBody(response)) as T;
}

export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return await (await fetchSuccess("GET", path, options)).text();
}

/** For an array of objects on several lines: yields those of a line as soon as it is complete. */
export async function* requestSlices<T>(path: string, options: RequestOptions): AsyncGenerator<T[]> {
  const response = await fetchSuccess("GET", path, options);
  try {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const [head, ...lines] = next.value.split("\n");
      rest += head;
      for (const line of lines) {
        yield parseSlice(rest);
        rest = line;
      }
    }
    if (!rest.endsWith("]")) throw new Error("The response is incomplete.");
    yield parseSlice(rest);
  } catch (error) {
    throw new ApiError(response.status, { error: text.unreadable }, error);
  }
}

function parseSlice<T>(line: string): T[] {
  return JSON.parse(`[${line.replace(/^[[,]/, "").replace(/[,\]]$/, "")}]`) as T[];
}

async function fetchSuccess(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const asked = keeper.current();
  const response = await send(method, path, options);
  if (response.ok) return response;
  const body = (await readBody(response)) as ErrorBody;
  if (body["mustSetUpTwoFactor"] === true) notifyMissing();
  if (await isSignedInAgain(asked, response, options)) return await fetchSuccess(method, path, options);
  throw new ApiError(response.status, body);
}

async function isSignedInAgain(
  asked: SessionMark,
  response: Response,
  { isGuest, signal }: RequestOptions,
): Promise<boolean> {
  if (response.status !== 401 || isGuest) return false;
  const isAgain = await keeper.ended(asked);
  signal?.throwIfAborted();
  return isAgain;
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError(0, { error: text.broken }, error);
}

async function send(
  method: Method,
  path: string,
  { body, bodyType, query = {}, signal, isGuest }: RequestOptions,
): Promise<Response> {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const late = new AbortController();
  const init: RequestInit = {
    method,
    credentials: "same-origin",
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
  };
  if (body instanceof FormData) init.body = body;
  else if (bodyType && typeof body === "string") {
    init.headers = { "Content-Type": bodyType };
    init.body = body;
  } else if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const timer = setTimeout(
    () => (method === "GET" ? late.abort() : notifyResponse(false, null)),
    LONGEST_READ_MS,
  );
  try {
    const response = await fetchEarly(url, init);
    const isOurs = isFromUptide(response);
    notifyResponse(isOurs, isOurs ? await findFault(response) : null);
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    notifyResponse(false, null);
    const isUnsure = method === "POST" && !isGuest && navigator.onLine;
    throw new ApiError(0, { error: isUnsure ? text.unsure : text.unreachable }, error);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ApiError(response.status, { error: text.unreadable }, error);
  }
}
