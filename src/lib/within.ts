import { AppError } from "./errors.ts";

const LATE = "No response within";

export function isLate(error: unknown): boolean {
  return error instanceof AppError && error.message.startsWith(LATE);
}

export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return await withDeadline(ms, async (late) => await Promise.race([work(), late]));
}

/** One timer for all: hundreds would cost as much as the calls. */
export async function allWithin<T>(
  ms: number,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  return await withDeadline(ms, (late) =>
    Promise.allSettled(calls.map(async (call) => await Promise.race([call(), late]))),
  );
}

async function withDeadline<T>(ms: number, run: (late: Promise<never>) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("unavailable", `${LATE} ${ms} ms.`)), ms);
  });
  try {
    return await run(late);
  } finally {
    clearTimeout(timer);
  }
}

export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const stopListening = () => signal.removeEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(stopListening);
  });
}
