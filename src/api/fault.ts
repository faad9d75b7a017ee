import { FAULT_SENTENCES, findDatabaseFault } from "../domain/system/database_fault.ts";
import { isNewerStorage, NEWER_STORAGE } from "../domain/system/newer_storage.ts";
import type { Env } from "../env.ts";
import { AppError, type ErrorCode } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { nameFault } from "../service/record/database_fault.ts";

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  misdirected: 421,
  unsupported: 415,
  undeliverable: 422,
  too_many: 429,
  unavailable: 503,
  internal: 500,
};

const NEVER_KEPT = { "Cache-Control": "no-store" };

export function isDatabaseFault(error: unknown): boolean {
  return findDatabaseFault(error) !== null;
}

/** Only an AppError's message is shown; anything else is logged and hidden, except for a fault of the database. */
export async function errorResponse(
  error: unknown,
  { env, requestId }: { env: Env; requestId: string },
): Promise<Response> {
  if (isNewerStorage(error))
    return Response.json({ error: NEWER_STORAGE }, { status: 503, headers: NEVER_KEPT });
  if (error instanceof AppError && error.code !== "internal") return refusalResponse(error);
  const fault = await nameFault(env, error);
  log("error", fault ? FAULT_SENTENCES[fault] : "request failed", { requestId, error });
  if (fault)
    return Response.json(
      { error: FAULT_SENTENCES[fault], fault },
      { status: 503, headers: { ...NEVER_KEPT, "Retry-After": "5" } },
    );
  return Response.json(
    { error: `Something went wrong. Request ID: ${requestId}.` },
    { status: 500, headers: NEVER_KEPT },
  );
}

export function refusalResponse(error: AppError): Response {
  const { problems, retryAfterSecs, extra } = error.detail;
  const headers = new Headers(NEVER_KEPT);
  if (retryAfterSecs !== undefined) headers.set("Retry-After", String(Math.max(1, retryAfterSecs)));
  const body = { error: error.message, ...(problems?.length ? { problems } : {}), ...extra };
  return Response.json(body, { status: STATUS[error.code], headers });
}
