const CLOSED = /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up/;
const ELSE_KNOWN = /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|timed out/;

/**
 * Checks explain errors by the texts of the service's platform, so this turns Node's errors into the same texts.
 * Causes that the platform can't distinguish are found by the checks themselves.
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
  // If all addresses fail, the first one's error explains why.
  if (error instanceof AggregateError) return textOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  return `${code} ${error.message}`;
}
