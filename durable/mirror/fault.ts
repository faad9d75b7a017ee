import { StorageFault } from "../../src/domain/mirror/storage.ts";
import { AppError } from "../../src/lib/errors.ts";
import { log } from "../../src/lib/log.ts";

export function describeFault(error: unknown): string {
  if (error instanceof StorageFault || error instanceof AppError) return error.message;
  log("error", "the mirror failed", { error });
  return "The copy couldn't be created or removed. See the service's log. It will be retried.";
}
