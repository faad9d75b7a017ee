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

export function notFound(what: string): AppError {
  return new AppError("not_found", `No such ${what}.`);
}
