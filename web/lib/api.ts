import type { z } from "zod";
import type { errorBody } from "../../src/schema/common.ts";
import { fetchEarly } from "./early.ts";
import { isFromUptide } from "./health.ts";
import { sayProblem } from "./served.ts";
import { text } from "./text.ts";

type ErrorBody = z.output<typeof errorBody>;
export type Problem = NonNullable<ErrorBody["problems"]>[number];

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
  const asked = keeper.current();
  const response = await send(method, path, options);
  if (response.status === 204) return undefined as T;
  const body = await readBody(response);
  if (response.ok) return body as T;
  if ((body as ErrorBody)["mustSetUpTwoFactor"] === true) notifyMissing();
  if (await isSignedInAgain(asked, response, options)) return await request(method, path, options);
  throw new ApiError(response.status, body as ErrorBody);
}

export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  const asked = keeper.current();
  const response = await send("GET", path, options);
  if (response.ok) return await response.text();
  if (await isSignedInAgain(asked, response, options)) return await requestText(path, options);
  throw new ApiError(response.status, (await readBody(response)) as ErrorBody);
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
  { body, bodyType, query = {}, signal }: RequestOptions,
): Promise<Response> {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const init: RequestInit = { method, credentials: "same-origin", signal: signal ?? null };
  if (body instanceof FormData) init.body = body;
  else if (bodyType && typeof body === "string") {
    init.headers = { "Content-Type": bodyType };
    init.body = body;
  } else if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    const response = await fetchEarly(url, init);
    const isOurs = isFromUptide(response);
    notifyResponse(isOurs, isOurs ? await findFault(response) : null);
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    notifyResponse(false, null);
    throw new ApiError(0, { error: text.unreachable }, error);
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ApiError(response.status, { error: text.unreadable }, error);
  }
}
