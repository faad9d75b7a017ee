import { joinOr } from "./join_or.ts";

export interface Problem {
  path: string;
  message: string;
  code?: string | undefined;
}

export type ErrorCode =
  | "invalid"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "misdirected"
  | "too_large"
  | "unsupported"
  | "undeliverable"
  | "too_many"
  | "unavailable"
  | "internal";

export const MOST_PROBLEMS = 100;

interface ErrorDetail {
  problems?: readonly Problem[];
  cause?: unknown;
  retryAfterSecs?: number;
  extra?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = "AppError";
    this.code = code;
    this.detail = detail;
  }
}

export function invalid(message: string, problems?: readonly Problem[]): AppError {
  return new AppError("invalid", message, problems ? { problems } : {});
}

export function invalidField(path: string, message: string): AppError {
  return invalid(message, [{ path, message }]);
}

export function refuseFields(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first) throw invalid(`${first.path}: ${first.message}`, problems.slice(0, MOST_PROBLEMS));
}

export function noneWithId(noun: string, ...ids: readonly number[]): string {
  return `There is no ${noun} with ID ${joinOr(ids.map(String))}.`;
}

export const NOTHING_HERE = "Nothing found at this address.";

export function notFound(what: string): AppError {
  return new AppError("not_found", `No such ${what}.`);
}
