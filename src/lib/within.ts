import { AppError } from "./errors.ts";

const LATE = "No response within";

export function isLate(error: unknown): boolean {
  return error instanceof AppError && error.message.startsWith(LATE);
}

export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("unavailable", `${LATE} ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
