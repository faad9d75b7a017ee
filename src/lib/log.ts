import { AppError } from "./errors.ts";
import { redact } from "./redact.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };
let threshold = RANK.info;

export function setLogLevel(level: LogLevel): void {
  threshold = RANK[level];
}

export function log(level: LogLevel, event: string, fields: Record<string, unknown> = {}): void {
  if (RANK[level] < threshold) return;
  const line = JSON.stringify(redact({ level, event, ...fields }), errorAsData);
  if (level === "error") console.error(line);
  else console.log(line);
}

export function orLog<T>(event: string, fields: Record<string, unknown>, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    log("error", event, { ...fields, error });
    return null;
  }
}

function errorAsData(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = value instanceof AppError ? { code: value.code } : {};
  return {
    name: value.name,
    message: hideTokens(value.message),
    ...code,
    stack: value.stack === undefined ? undefined : hideTokens(value.stack),
    cause: redact(value.cause),
  };
}

function hideTokens(text: string): string {
  return redact(text) as string;
}
