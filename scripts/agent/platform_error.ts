const CLOSED = /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up/;
const ELSE_KNOWN = /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|timed out/;

/**
 * Checks explain errors of the platform that the service runs on: with the same texts they say the same here. What
 * that platform can't tell apart they look into themselves.
 */
export function toFetchError(error: unknown): Error {
  const text = textOf(error);
  if (CLOSED.test(text)) return new Error("Network connection lost.", { cause: error });
  if (ELSE_KNOWN.test(text)) return new Error(text, { cause: error });
  return new Error("internal error; reference = agent");
}

export function toDialError(error: unknown): Error {
  const text = textOf(error);
  return new Error(ELSE_KNOWN.test(text) ? text : "cannot connect to the specified address");
}

function textOf(error: unknown): string {
  // Of several addresses the first tells why.
  if (error instanceof AggregateError) return textOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  return `${code} ${error.message}`;
}
